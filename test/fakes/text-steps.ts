/** Replaces a method until the returned undo is called. */
function replaced<T extends object>(target: T, name: keyof T & string, method: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  if (before === undefined) throw new Error(`no method ${name}`)
  Object.defineProperty(target, name, { ...before, value: method })
  return () => Object.defineProperty(target, name, before)
}

/**
 * Counts the characters read, searched, split or matched while `work` runs, as a measure of steps. A tested expression
 * counts as reading only a line's beginning.
 */
export function textSteps(work: () => void): number {
  let steps = 0
  const { charCodeAt, indexOf, lastIndexOf, search, split } = String.prototype
  const { exec } = RegExp.prototype
  const undo = [
    replaced(String.prototype, 'charCodeAt', function (this: string, at: number) {
      steps += 1
      return charCodeAt.call(this, at)
    }),
    replaced(String.prototype, 'indexOf', function (this: string, what: string, from = 0) {
      const found = indexOf.call(this, what, from)
      steps += (found < 0 ? this.length : found) - from
      return found
    }),
    replaced(String.prototype, 'lastIndexOf', function (this: string, what: string, from = this.length) {
      const found = lastIndexOf.call(this, what, from)
      steps += Math.min(from, this.length) - Math.max(found, 0)
      return found
    }),
    replaced(String.prototype, 'split', function (this: string, ...given: Parameters<typeof split>) {
      steps += this.length
      return split.apply(this, given)
    }),
    replaced(String.prototype, 'search', function (this: string, ...given: Parameters<typeof search>) {
      const found = search.apply(this, given)
      steps += found < 0 ? this.length : found
      return found
    }),
    replaced(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
      const from = this.lastIndex
      const found = exec.call(this, text)
      // a sticky expression reads one place
      if (found === null) steps += this.sticky ? 1 : text.length - from
      else steps += found.index + found[0].length - from
      return found
    }),
  ]
  try {
    work()
  } finally {
    for (const restore of undo) restore()
  }
  return steps
}
