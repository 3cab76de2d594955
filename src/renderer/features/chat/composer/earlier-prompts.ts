/** Most prompts kept for a new chat. */
const keptMax = 100

/** Steps through earlier prompts as shells do. The draft stands at the end and is never lost. */
export class EarlierPrompts {
  private prompts: readonly string[] = []
  private at = 0
  private draft = ''
  private recalled: string | null = null
  /** Drafts that gave way to a changed prompt, newest last. */
  private left: string[] = []

  /** Returns true if this text is a prompt that was stepped to and not changed. */
  shows(text: string): boolean {
    return this.recalled !== null && this.recalled === text
  }

  /** The draft behind the prompt that is shown; null while none is. */
  get behind(): string | null {
    return this.recalled === null ? null : this.draft
  }

  /**
   * The text after a step: -1 is the prompt before, 1 the one after or the draft. Null where there is none. `sent` are
   * the prompts, oldest first; `text` is what is in the field.
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

  /** The user changed the text: the draft behind it becomes the newest prompt to step to. */
  changed(): void {
    if (this.recalled === null) return
    this.recalled = null
    if (this.draft.trim() !== '') this.left = [...this.left, this.draft].slice(-keptMax)
    this.draft = ''
  }

  /** Another conversation, or a sent text: stepping begins anew. */
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

/** A list with a newest entry, of bounded length. */
export function withNewest(prompts: readonly string[], prompt: string): readonly string[] {
  return prompt.trim() === '' ? prompts : [...prompts, prompt].slice(-keptMax)
}
