/** Open choices between forms of the same content (`mc:AlternateContent`): the first form with text counts, the others repeat it. */
export class AlternateForms {
  private depth = 0
  /** How many of the open choices, from the outermost, have been told. */
  private told = 0

  begin(): void {
    this.depth += 1
  }

  end(): void {
    this.depth = Math.max(0, this.depth - 1)
    this.told = Math.min(this.told, this.depth)
  }

  /** Text was read within all that are open. */
  tell(): void {
    this.told = this.depth
  }

  /** Returns true if a form that begins repeats what was read. */
  repeats(name: string): boolean {
    return isForm(name) && this.depth > 0 && this.told === this.depth
  }
}

/** Returns true if an element is a form of a choice. */
export function isForm(name: string): boolean {
  return name === 'mc:Choice' || name === 'mc:Fallback'
}
