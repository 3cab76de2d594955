/** Passes an answer on, unless the returned undo ran before, for example because the component was removed. */
export function whenAnswered<T>(answer: Promise<T>, take: (value: T) => void): () => void {
  let isAwaited = true
  void answer.then((value) => {
    if (isAwaited) take(value)
  })
  return () => {
    isAwaited = false
  }
}
