#include "base/workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tare {
namespace {

constexpr unsigned kMaxWorkers = 16;

}  // namespace

unsigned worker_count() { return std::clamp(std::thread::hardware_concurrency(), 1u, kMaxWorkers); }

void share_work(std::size_t pieces, unsigned workers,
                const std::function<void(std::size_t, unsigned)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto take_pieces = [&](unsigned worker) {
    try {
      for (std::size_t piece = next++; piece < pieces; piece = next++) work(piece, worker);
    } catch (...) {
      next = pieces;
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  const auto wanted = static_cast<unsigned>(std::min<std::size_t>(workers, pieces));
  threads.reserve(wanted);
  try {
    for (unsigned worker = 1; worker < wanted; ++worker) threads.emplace_back(take_pieces, worker);
  } catch (const std::exception&) {
    // Fewer threads do the same work.
  }
  take_pieces(0);
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace tare
