// Work in pieces, shared by the machine's cores.
//
// Tare is one thread nearly everywhere; where a profile showed a loop over millions of lines that
// share nothing, the pieces are handed to workers. A worker takes the next piece when it is done
// with one, so pieces begin in order and a slow one holds nobody up. Where only one worker is
// wanted, or no thread can be had, the caller's own thread does it all.
#pragma once

#include <cstddef>
#include <functional>

namespace tare {

// As many as the machine runs at once, within reason; at least 1.
unsigned worker_count();

// Calls `work(piece, worker)` for each piece from 0 to pieces - 1, on at most `workers` threads
// that are numbered from 0, and returns when all are done. What is thrown in one of them is thrown
// here; the pieces that were not begun by then are left out.
void share_work(std::size_t pieces, unsigned workers,
                const std::function<void(std::size_t piece, unsigned worker)>& work);

}  // namespace tare
