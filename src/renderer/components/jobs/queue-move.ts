/** A step of a waiting job within its queue. */
export type Move = 'up' | 'down' | 'top'

/**
 * Returns the job before which a waiting one lands when it moves; null is the end of the queue, `undefined` an
 * impossible move.
 */
export function moveTarget(line: readonly string[], jobId: string, move: Move): string | null | undefined {
  const at = line.indexOf(jobId)
  if (at < 0) return undefined
  switch (move) {
    case 'up':
      return line[at - 1]
    case 'top':
      return at === 0 ? undefined : line[0]
    case 'down':
      return at === line.length - 1 ? undefined : (line[at + 2] ?? null)
    default:
      return move satisfies never
  }
}
