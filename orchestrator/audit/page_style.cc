// How the page looks, in one sheet. It is allowed by its digest alone: the policy of the page lets
// in no other style, no script, no picture and no address, so that nothing that a model wrote can
// become any of these even if an escape were ever missed.
//
// Colour says how much a client kept to itself: what passed as written is nearly not there, errors
// that were told are cool, silent changes grow warm with their severity, lost calls are black. Each
// has a mark of its own besides.
#include "audit/page_parts.h"
#include "base/names.h"
#include "base/sha256.h"

namespace tare {
namespace {

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;
--paper:#fbfaf6;--card:#fff;--ink:#1e2428;--soft:#5c656b;--line:#e0dbcf;--link:#17568c;
--mark:#ffe08a;--raw:#b3391f;--got:#1d6b45;
--ov:#f2efe6;--ovi:#8b877b;--or:#d5ebe0;--ori:#1d5c43;
--o1:#fdf0b8;--o1i:#5d4a00;--o2:#fbd07c;--o2i:#533300;--o3:#f08c4e;--o3i:#3a1500;--o4:#c9291f;--o4i:#fff;
--oe:#d3e4f6;--oei:#17456f;--oa:#c3d0ee;--oai:#27376f;--oE:#cdbdec;--oEi:#38196f;
--oD:#2a2f33;--oDi:#fff;--oX:#000;--oXi:#ff8f7d;--oq:#fff;--oqi:#5c656b}
@media (prefers-color-scheme:dark){:root{
--paper:#14181b;--card:#1b2024;--ink:#e6e4de;--soft:#9ba3a8;--line:#333b41;--link:#8cc3f2;
--mark:#6b5210;--raw:#ff9b85;--got:#7fd3a6;
--ov:#20262a;--ovi:#6f787e;--or:#1f3d31;--ori:#9fdcc0;
--o1:#4a4115;--o1i:#f8e79b;--o2:#7a5410;--o2i:#ffe1a6;--o3:#b9581f;--o3i:#fff0e2;--o4:#e0392c;--o4i:#fff;
--oe:#1f3a55;--oei:#b5d8f8;--oa:#2c3866;--oai:#c6d1fb;--oE:#46307a;--oEi:#dfd0ff;
--oD:#f1efe9;--oDi:#14181b;--oX:#fff;--oXi:#b3170a;--oq:#14181b;--oqi:#9ba3a8}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:84rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:2.2rem}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.02em;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.2rem;letter-spacing:-.01em;margin:2.6rem 0 .6rem}
h3,h4,h5,h6{margin:0}
p{margin:.4rem 0}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:1px}
.lede{font-size:1.05rem;max-width:46rem;color:var(--soft)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem}
code,pre,.m,.grid td{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.ov{background:var(--ov);color:var(--ovi);fill:var(--ov)}.or{background:var(--or);color:var(--ori);fill:var(--or)}
.o1{background:var(--o1);color:var(--o1i);fill:var(--o1)}.o2{background:var(--o2);color:var(--o2i);fill:var(--o2)}
.o3{background:var(--o3);color:var(--o3i);fill:var(--o3)}.o4{background:var(--o4);color:var(--o4i);fill:var(--o4)}
.oe{background:var(--oe);color:var(--oei);fill:var(--oe)}.oa{background:var(--oa);color:var(--oai);fill:var(--oa)}
.oE{background:var(--oE);color:var(--oEi);fill:var(--oE)}.oD{background:var(--oD);color:var(--oDi);fill:var(--oD)}
.oX{background:var(--oX);color:var(--oXi);fill:var(--oX)}
.oq{background:repeating-linear-gradient(135deg,var(--oq) 0 3px,var(--line) 3px 4px);color:var(--oqi);fill:var(--line)}
.m{display:inline-block;min-width:1.5em;padding:0 .35em;border-radius:4px;text-align:center;font-weight:600;line-height:1.5}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:1.4rem 0 0;padding:0;list-style:none}
.tiles li{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem}
.tiles b{display:block;font-size:1.6rem;line-height:1.15;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.tiles span{color:var(--soft);font-size:.86rem;line-height:1.3;display:block}
.legend{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:.25rem 1.4rem;margin:.9rem 0;padding:0;list-style:none;font-size:.88rem;color:var(--soft)}
.legend li{display:flex;gap:.6rem;align-items:baseline}.legend .m{flex:none}
.legend .ms{display:flex;gap:2px;flex:none;min-width:1.7em}
.scroll{overflow:auto;border:1px solid var(--line);border-radius:10px;background:var(--card);max-width:100%;width:fit-content}
.scroll.tall{max-height:min(88vh,60rem)}
table{border-collapse:separate;border-spacing:0;font-size:.9rem}
th{font-weight:500;text-align:left}
.grid th,.grid td{padding:0}
.grid thead th{position:sticky;top:0;z-index:2;background:var(--card);vertical-align:bottom;border-bottom:1px solid var(--line)}
.grid thead th:first-child{left:0;z-index:3;padding:.5rem .7rem;color:var(--soft);font-size:.82rem;font-weight:400}
.grid thead a{display:block;writing-mode:vertical-rl;transform:rotate(180deg);max-height:15.5rem;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;padding:.5rem .28rem;margin:0 auto;color:inherit;text-decoration:none;font-size:.8rem;line-height:1.15}
.grid thead a:hover,.grid tbody a:hover{text-decoration:underline}
.grid thead i{color:var(--soft);font-style:normal}
.grid tbody th{position:sticky;left:0;z-index:1;background:var(--card);padding:.08rem .7rem;white-space:nowrap;max-width:19rem;overflow:hidden;text-overflow:ellipsis;border-right:1px solid var(--line)}
.grid .family th{padding-top:.75rem;color:var(--soft);font-size:.76rem;text-transform:uppercase;letter-spacing:.06em}
.grid .first{border-left:1px solid var(--line)}
.grid td{border:1px solid var(--card);text-align:center;min-width:1.72rem}
.grid .first:is(td){border-left:1px solid var(--line)}
.grid td a{display:block;color:inherit;text-decoration:none;line-height:1.55rem;font-weight:600;font-size:.82rem}
.grid td a:hover,.grid td a:focus-visible{box-shadow:inset 0 0 0 2px var(--ink);outline:none}
.grid tbody tr:hover th{background:var(--ov)}
.list th,.list td{padding:.35rem .7rem;border-bottom:1px solid var(--line);vertical-align:top;text-align:left}
.list tr:last-child>*{border-bottom:0}
.list thead th{color:var(--soft);font-size:.8rem;vertical-align:bottom;position:sticky;top:0;background:var(--card);white-space:nowrap}
.list .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.list .n.zero{color:var(--ovi)}
.list small{display:block;color:var(--soft);font-size:.8rem}
.bar{display:block;width:11rem;height:.7rem;border-radius:3px;margin-top:.35rem;background:var(--ov)}
.chip{white-space:nowrap}
.how{font-size:.86rem;color:var(--soft)}.how>span+span:before{content:"· "}
.card,article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.7rem .9rem;margin:.6rem 0}
h5{font:600 .88rem/1.4 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
h6{font-size:.72rem;font-weight:600;text-transform:uppercase;letter-spacing:.05em;color:var(--soft)}
.raw h6{color:var(--raw)}.got h6{color:var(--got)}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:.3rem 1.2rem;margin:.45rem 0}
.side{min-width:0;border-left:3px solid var(--line);padding-left:.7rem}
.side.raw{border-color:var(--raw)}.side.got{border-color:var(--got)}
pre{margin:.1rem 0 0;font-size:.82rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:var(--mark);color:inherit;border-radius:2px;text-decoration:underline;text-underline-offset:3px}
mark.gap{display:inline-block;width:0;height:1em;vertical-align:-.15em;border-left:3px dotted var(--raw);background:none;margin:0 1px}
pre i,code i{font-style:normal;color:var(--link)}
i.cut{color:var(--soft);font-style:normal}
.none{color:var(--soft);font-style:italic;font-family:system-ui,sans-serif}
.findings{margin:.3rem 0 0;padding-left:1.1rem;font-size:.86rem;color:var(--soft)}
.findings li{overflow-wrap:anywhere}
.told{margin-top:.5rem}.told pre{max-height:14rem;overflow:auto;color:var(--soft)}
.nth{font-size:.82rem;color:var(--soft);margin:.6rem 0 0}
.client{border:1px solid var(--line);border-radius:10px;margin:.5rem 0;background:var(--card);padding:0 .9rem}
.client>summary{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem 1rem;padding:.55rem 0;cursor:pointer}
.client>summary:before{content:"▸";color:var(--soft);width:.8rem}.client[open]>summary:before{content:"▾"}
.client>summary::-webkit-details-marker{display:none}
.client[open]>summary{border-bottom:1px solid var(--line)}
.client h3{font-size:.95rem;font-weight:600;min-width:14rem;overflow-wrap:anywhere}.client .bar{margin:0}
.version{color:var(--soft);font-size:.82rem;overflow-wrap:anywhere}
.aim{padding:.9rem 0 .3rem;scroll-margin-top:.5rem}
.aim h4{font-size:1rem}.aim:target h4{text-decoration:underline;text-decoration-thickness:3px;text-decoration-color:var(--o3);text-underline-offset:4px}
.aim:target article{border-color:var(--ink)}
.aim+.aim{border-top:1px solid var(--line)}
.what{color:var(--soft);font-size:.88rem;max-width:50rem}
.same{margin:.2rem 0;padding:0;list-style:none;font-size:.82rem}
.same li{overflow-wrap:anywhere;padding:.1rem 0}.same b{font-weight:500;margin-right:.5rem}
.same code{color:var(--soft)}
.worse{color:var(--raw);font-weight:600}.better{color:var(--got);font-weight:600}
.back{text-align:right;font-size:.86rem}
footer{color:var(--soft);font-size:.82rem;padding-top:2rem;padding-bottom:3rem;overflow-wrap:anywhere}
@media (max-width:46rem){
body{font-size:14px}main,header,footer{padding-left:.9rem;padding-right:.9rem}
header{padding-top:1.3rem}h1{font-size:1.45rem}
.sides{grid-template-columns:1fr}
.tiles{grid-template-columns:1fr 1fr;gap:.5rem}.tiles b{font-size:1.3rem}
.legend{grid-template-columns:1fr}
.grid tbody th,.grid thead th:first-child{max-width:9.2rem;overflow:hidden;text-overflow:ellipsis;padding-left:.5rem;padding-right:.4rem;font-size:.78rem}
.grid thead a{max-height:11rem;font-size:.74rem}
.scroll.tall{max-height:82vh}
.list th,.list td{padding:.3rem .5rem}.bar{width:7rem}.client h3{min-width:0}}
@page{size:landscape;margin:12mm}
@media print{
:root{--paper:#fff;--card:#fff}
html,body{font-size:10.5px}.scroll,.scroll.tall{overflow:visible;max-height:none;border:0}
.grid thead th,.grid tbody th{position:static}.grid td{min-width:1rem}.grid td a{line-height:1.2}
.grid td,.m,.bar,mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}
article,.card,.grid tr{break-inside:avoid}.back,.skip{display:none}
main,header,footer{max-width:none;padding-left:0;padding-right:0}}
)css";

std::string bytes_of_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return out;
}

}  // namespace

std::string_view page_style() { return kStyle; }

std::string page_policy() {
  return "default-src 'none'; style-src 'sha256-" +
         base64_encode(bytes_of_hex(sha256_hex(kStyle))) + "'; base-uri 'none'; form-action 'none'";
}

}  // namespace tare
