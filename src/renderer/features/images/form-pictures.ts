import type { ImageDraft, ImageEdit } from '../../../shared/image.ts'
import { pictureBytesPerEditMax, picturesPerEditMax } from '../../../shared/image-kinds.ts'
import type { MediaItem } from '../../../shared/media.ts'

/** One of the form's pictures. The first is the source, which alone can have a mask. */
export interface FormPicture {
  readonly media: MediaItem
  /** The gallery image that it is; null for a file, the clipboard or a chat. */
  readonly imageId: string | null
  /** Its part in the prompt, such as "the jacket". */
  readonly role: string
}

/** The part of the form that its pictures determine. */
export type FormPictures = Pick<ImageDraft, 'source' | 'references' | 'size'>

/** Returns the form's pictures in the order in which they are sent. */
export function picturesOf({
  references = [],
  source,
}: Pick<ImageDraft, 'source' | 'references'>): readonly FormPicture[] {
  if (source === null) return []
  const { media, role = '', sourceImageId } = source
  return [{ media, imageId: sourceImageId, role }, ...references.map((one) => ({ ...one, role: one.role ?? '' }))]
}

/** Returns the form with other pictures. The mask stays only if its picture is still the first. */
export function withPictures(form: ImageDraft, pictures: readonly FormPicture[]): ImageDraft {
  const [first, ...rest] = pictures
  const { source } = form
  if (first === undefined)
    // a size that was chosen for the edit stays
    return { ...form, source: null, references: [], size: form.size === '' ? (source?.sizeBefore ?? '') : form.size }
  const { imageId, media, role } = first
  const isSame = source !== null && source.media.id === media.id
  const sizeBefore = source === null ? form.size : (source.sizeBefore ?? '')
  return {
    ...form,
    source: {
      ...{ media, sourceImageId: imageId, mask: isSame ? source.mask : null },
      ...(role === '' ? {} : { role }),
      ...(sizeBefore === '' ? {} : { sizeBefore }),
    },
    references: rest.map((one) => ({
      media: one.media,
      imageId: one.imageId,
      ...(one.role === '' ? {} : { role: one.role }),
    })),
    // a new picture's own size is the best default
    size: isSame ? form.size : '',
  }
}

/** Returns true if the form has room for another picture. */
export function hasRoom(form: ImageDraft): boolean {
  return picturesOf(form).length < picturesPerEditMax
}

/** Returns the size of the form's pictures together, in bytes. */
export function bytesOfPictures(form: ImageDraft): number {
  return picturesOf(form).reduce((sum, { media }) => sum + media.bytes, 0)
}

/** Returns true if the pictures together are more than one request takes. A single one has a limit of its own. */
export function areTooLarge(form: ImageDraft): boolean {
  return (form.references ?? []).length > 0 && bytesOfPictures(form) > pictureBytesPerEditMax
}

/** Returns a list with an item moved to another position. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  return item === undefined || to < 0 || to >= list.length ? list : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Returns the references that an edit sends; nothing for a single picture. */
export function sentReferences({ references = [] }: ImageDraft): Pick<ImageEdit, 'references'> {
  return references.length === 0
    ? {}
    : { references: references.map(({ imageId, media }) => ({ mediaId: media.id, imageId })) }
}

/** Finds lines such as "Picture 2: the jacket", in both languages of the interface. */
const roleLine = /^(?:Picture|图) ?\d+ ?[:：].*(?:\n|$)/gm

/** Returns the prompt with the roles of the pictures as its first lines, in place of earlier ones. */
export function withRoles(prompt: string, lines: readonly string[]): string {
  const rest = prompt.replace(roleLine, '').replace(/^\n+/, '')
  if (lines.length === 0) return rest
  return rest === '' ? `${lines.join('\n')}\n` : `${lines.join('\n')}\n\n${rest}`
}
