/** Hands an answer over unless the returned undo ran before it came, as when the component that asked is gone. */
export function whenAnswered<T>(answer: Promise<T>, take: (value: T) => void): () => void {
  let isAwaited = true
  void answer.then((value) => {
    if (isAwaited) take(value)
  })
  return () => {
    isAwaited = false
  }
}
