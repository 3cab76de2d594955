import { fail } from '../../../shared/errors.ts'
import type { MediaLibrary } from '../../media/library.ts'

/** Resolves to a text of the library. Throws an AppFailure `not_found` if the library lost it. */
export async function libraryText(library: MediaLibrary, textId: string): Promise<string> {
  const item = library.findMedia(textId)
  if (item?.mime !== 'text/plain') return fail('not_found', 'the text of a file is not there any more')
  return new TextDecoder().decode(await library.readMedia(item))
}
