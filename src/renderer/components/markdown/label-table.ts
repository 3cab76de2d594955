/** Definitions of labels in a growing message; the first one counts. */
export class LabelTable<T> {
  private readonly isSame: (a: T, b: T) => boolean
  /** Labels of finished blocks. */
  private readonly kept = new Map<string, T>()
  /** Labels of open blocks, replaced with every update. */
  private passing = new Map<string, T>()

  constructor(isSame: (a: T, b: T) => boolean) {
    this.isSame = isSame
  }

  get size(): number {
    return this.kept.size + this.passing.size
  }

  has(label: string): boolean {
    return this.kept.has(label) || this.passing.has(label)
  }

  get(label: string): T | undefined {
    return this.kept.get(label) ?? this.passing.get(label)
  }

  /** Adds the labels of finished blocks and replaces those of open ones; returns the labels whose meaning changed. */
  updateLabels(kept: readonly (readonly [string, T])[], passing: readonly (readonly [string, T])[]): readonly string[] {
    const before = new Map<string, T | undefined>()
    for (const label of [...this.passing.keys(), ...kept.map(keyOf), ...passing.map(keyOf)]) {
      before.set(label, this.get(label))
    }
    for (const [label, value] of kept) if (!this.kept.has(label)) this.kept.set(label, value)
    this.passing = new Map()
    for (const [label, value] of passing) if (!this.has(label)) this.passing.set(label, value)
    return [...before].flatMap(([label, old]) => {
      const now = this.get(label)
      return old === now || (old !== undefined && now !== undefined && this.isSame(old, now)) ? [] : [label]
    })
  }

  clear(): void {
    this.kept.clear()
    this.passing.clear()
  }
}

function keyOf([label]: readonly [string, unknown]): string {
  return label
}
