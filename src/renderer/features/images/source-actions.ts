import type { MediaItem } from '../../../shared/media.ts'
import { isPictureFile } from '../../../shared/picture-kinds.ts'
import { call, importFile } from '../../platform/bridge/client.ts'
import { changeForm } from './form-draft.ts'
import { studio, useStudio } from './studio-store.ts'

// the last chosen picture wins, even if an earlier one takes longer to prepare
let preparations = 0

/** Looks up the mask last drawn on the source, to offer it. */
export async function findLastMask(): Promise<void> {
  const sourceId = studio().form.source?.media.id
  if (sourceId === undefined) return
  const answer = await call('images.mask', { sourceId })
  if (studio().form.source?.media.id !== sourceId) return
  useStudio.setState({ lastMask: answer.ok && answer.value !== null ? { sourceId, mask: answer.value } : null })
}

async function prepare(
  name: string,
  sourceImageId: string | null,
  ask: () => ReturnType<typeof call<'images.prepareSource'>>,
): Promise<boolean> {
  preparations += 1
  const mine = preparations
  useStudio.setState({ preparing: { name }, sourceError: null, refused: [] })
  const answer = await ask()
  if (mine !== preparations) return false
  useStudio.setState({ preparing: null })
  if (!answer.ok) {
    useStudio.setState({ sourceError: { name, error: answer.error } })
    return false
  }
  useStudio.setState({ lastMask: null })
  changeForm({ type: 'source', media: answer.value, sourceImageId })
  void findLastMask()
  return true
}

/** Uses a dropped, pasted or chosen file as the source. */
export async function takeFile(file: File): Promise<boolean> {
  return await prepare(file.name, null, async () => {
    const imported = await importFile(file)
    return imported.ok
      ? await call('images.prepareSource', { from: { kind: 'file', token: imported.value.token } })
      : imported
  })
}

/** Uses a library picture as the source. */
export async function takeMedia(media: MediaItem, sourceImageId: string | null): Promise<boolean> {
  return await prepare('', sourceImageId, () =>
    call('images.prepareSource', { from: { kind: 'media', mediaId: media.id } }),
  )
}

/** Uses the first picture of a drop, and lists the other files with the reason. */
export function takeDropped(files: readonly File[]): void {
  const taken = pictureAmong(files)
  const refused = files
    .filter((file) => file !== taken)
    .map((file) => ({ name: file.name, why: isPictureFile(file) ? 'onlyOne' : 'notPicture' }) as const)
  if (taken !== undefined) void takeFile(taken)
  // after the line above, which clears the list of the previous drop
  useStudio.setState({ refused })
}

/** Returns the first picture among files; undefined without one. */
export function pictureAmong(files: Iterable<File>): File | undefined {
  return [...files].find(isPictureFile)
}

export function removeSource(): void {
  preparations += 1
  useStudio.setState({ preparing: null, sourceError: null, lastMask: null, maskOpen: false })
  changeForm({ type: 'sourceRemoved' })
}

/** Applies the mask editor's result; null means no mask. */
export function takeMask(mask: MediaItem | null): void {
  const source = studio().form.source
  if (source === null) return
  changeForm({ type: 'mask', sourceId: source.media.id, mask })
  useStudio.setState({ maskOpen: false, lastMask: null })
}

/** Uses the mask drawn on this picture before. */
export function takeLastMask(): void {
  const { lastMask } = studio()
  if (lastMask === null) return
  changeForm({ type: 'mask', sourceId: lastMask.sourceId, mask: lastMask.mask })
  useStudio.setState({ lastMask: null })
}

/** Removes the mask from the form; it remains available. */
export function dropMask(): void {
  const source = studio().form.source
  if (source?.mask == null) return
  useStudio.setState({ lastMask: { sourceId: source.media.id, mask: source.mask } })
  changeForm({ type: 'mask', sourceId: source.media.id, mask: null })
}

/** Opens the mask editor for the source. */
export function openMask(): void {
  if (studio().form.source !== null) useStudio.setState({ maskOpen: true })
}
