/** A slice of work rests after so long, in ms, so that the page can draw and listen. */
const sliceMs = 8

const queue: (() => void)[] = []
let running = false

/** Does small pieces of work one after another, a few milliseconds at a time; gives the way to take a piece back. */
export function inSlices(work: () => void): () => void {
  queue.push(work)
  if (!running) {
    running = true
    setTimeout(slice)
  }
  return () => {
    const place = queue.indexOf(work)
    if (place >= 0) queue.splice(place, 1)
  }
}

function slice(): void {
  const end = performance.now() + sliceMs
  try {
    while (queue.length > 0 && performance.now() < end) queue.shift()?.()
  } finally {
    running = queue.length > 0
    if (running) setTimeout(slice)
  }
}
