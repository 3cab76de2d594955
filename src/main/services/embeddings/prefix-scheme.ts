/** The prefixes that a model expects for texts and queries. They are part of the identity of a set of vectors. */
export interface PrefixScheme {
  readonly id: 'none' | 'e5' | 'nomic'
  readonly document: string
  readonly query: string
}

const none: PrefixScheme = { id: 'none', document: '', query: '' }
// https://huggingface.co/intfloat/multilingual-e5-large, https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
const e5: PrefixScheme = { id: 'e5', document: 'passage: ', query: 'query: ' }
const nomic: PrefixScheme = { id: 'nomic', document: 'search_document: ', query: 'search_query: ' }

/** Returns the scheme of a model, by its name. */
export function prefixScheme(model: string): PrefixScheme {
  const name = model.toLowerCase()
  if (/(^|[^a-z0-9])e5([^a-z0-9]|$)/.test(name)) return e5
  return name.includes('nomic-embed') ? nomic : none
}
