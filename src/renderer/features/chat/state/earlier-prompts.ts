/** Maximum number of prompts kept for a new chat. */
const keptMax = 100

/** Steps through earlier prompts as shells do. The draft comes last and is never lost. */
export class EarlierPrompts {
  private prompts: readonly string[] = []
  private at = 0
  private draft = ''
  private recalled: string | null = null
  /** Drafts that were replaced by an edited prompt, newest last. */
  private left: string[] = []

  /** Returns true if this text is a recalled prompt without changes. */
  shows(text: string): boolean {
    return this.recalled !== null && this.recalled === text
  }

  /** Returns the draft behind the recalled prompt; null if none is shown. */
  get behind(): string | null {
    return this.recalled === null ? null : this.draft
  }

  /**
   * Returns the text after a step: -1 is the previous prompt, 1 the next one or the draft. Null if there is none.
   * `sent` are the prompts, oldest first; `text` is the field's text.
   */
  step(step: -1 | 1, text: string, sent: readonly string[]): string | null {
    const isShown = this.shows(text)
    if (!isShown && step === 1) return null
    if (!isShown) this.draft = text
    // earlier messages may have been loaded since the last step
    this.prompts = withoutRepeats([...sent, ...this.left]).filter((prompt) => prompt !== this.draft)
    this.at = isShown ? this.prompts.lastIndexOf(text) : this.prompts.length
    const next = this.at + step
    if (next < 0 || next > this.prompts.length) return null
    this.at = next
    const shown = this.prompts[next]
    this.recalled = shown ?? null
    return shown ?? this.draft
  }

  /** Records a change of the text by the user. The draft behind it becomes the newest prompt. */
  noteTyping(): void {
    if (this.recalled === null) return
    this.recalled = null
    if (this.draft.trim() !== '') this.left = [...this.left, this.draft].slice(-keptMax)
    this.draft = ''
  }

  /** Starts over, after another conversation was opened or a text was sent. */
  reset(): void {
    this.recalled = null
    this.draft = ''
    this.left = []
  }
}

function withoutRepeats(prompts: readonly string[]): readonly string[] {
  const newestFirst = new Set(prompts.filter((prompt) => prompt.trim() !== '').reverse())
  return [...newestFirst].reverse()
}

/** Returns a list with a new last entry, of bounded length. */
export function withNewest(prompts: readonly string[], prompt: string): readonly string[] {
  return prompt.trim() === '' ? prompts : [...prompts, prompt].slice(-keptMax)
}
