/**
 * Open choices between forms of the same content (`mc:AlternateContent`): the first form with text counts, the others
 * repeat it.
 */
export class AlternateForms {
  private depth = 0
  /** Number of open choices, from the outermost, with text that was read. */
  private told = 0

  begin(): void {
    this.depth += 1
  }

  end(): void {
    this.depth = Math.max(0, this.depth - 1)
    this.told = Math.min(this.told, this.depth)
  }

  /** Records that text was read within all open choices. */
  markRead(): void {
    this.told = this.depth
  }

  /** Returns true if this alternative repeats text that was read. */
  repeats(name: string): boolean {
    return isForm(name) && this.depth > 0 && this.told === this.depth
  }
}

/** Returns true if an element is an alternative of a choice. */
export function isForm(name: string): boolean {
  return name === 'mc:Choice' || name === 'mc:Fallback'
}
