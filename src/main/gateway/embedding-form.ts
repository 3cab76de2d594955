/** The request format for vectors that a gateway accepts. */
export interface EmbeddingForm {
  /** Asks for numbers by `encoding_format`. */
  readonly hasEncoding: boolean
  /** Sends the texts as a list; otherwise a request has one text. */
  readonly isList: boolean
}

const usual: EmbeddingForm = { hasEncoding: true, isList: true }
/** Maximum number of formats that are remembered; the oldest are dropped. */
const rememberedMax = 200

/**
 * Remembers, until the app quits, which format each gateway accepts. A refusal costs nothing, so other formats can be
 * tried.
 */
export class EmbeddingForms {
  private readonly known = new Map<string, EmbeddingForm>()

  /** Returns the formats to try for a number of texts, in order; only one if it is known to work. */
  toTry(gateway: string, texts: number): readonly EmbeddingForm[] {
    const known = this.known.get(gateway)
    if (known !== undefined) return [known]
    const plain = { ...usual, hasEncoding: false }
    return texts === 1 ? [usual, plain, { ...plain, isList: false }] : [usual, plain]
  }

  works(gateway: string, form: EmbeddingForm): void {
    this.known.delete(gateway)
    this.known.set(gateway, form)
    const oldest = this.known.keys().next().value
    if (this.known.size > rememberedMax && oldest !== undefined) this.known.delete(oldest)
  }
}
