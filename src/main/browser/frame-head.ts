/** What the beginning of a frame says, as the page bridge writes it; null where it was written otherwise. */
export interface FrameHead {
  readonly id: number
  readonly name: string
}

/** Reads the id and the name of a call without parsing its frame. */
export function frameHead(frame: Buffer): FrameHead | null {
  const head = /^\{"id":(\d{1,15}),"name":"([\w.]{1,200})"/.exec(frame.toString('latin1', 0, 250))
  return head ? { id: Number(head[1]), name: head[2] ?? '' } : null
}
