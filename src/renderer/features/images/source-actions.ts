import i18next from 'i18next'
import type { MediaItem } from '../../../shared/media.ts'
import { isPictureFile } from '../../../shared/picture-kinds.ts'
import { call, importFile } from '../../platform/bridge/client.ts'
import { changeForm } from './form-draft.ts'
import { type FormPictures, hasRoom, picturesOf } from './form-pictures.ts'
import { lastRemoval } from './last-removal.ts'
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

type Ask = () => ReturnType<typeof call<'images.prepareSource'>>

async function prepare(name: string, sourceImageId: string | null, ask: Ask, isAlone: boolean): Promise<boolean> {
  preparations += 1
  const mine = preparations
  useStudio.setState({ preparing: { name, isFurther: false }, sourceError: null, refused: [] })
  const answer = await ask()
  if (mine !== preparations) return false
  useStudio.setState({ preparing: null })
  if (!answer.ok) {
    useStudio.setState({ sourceError: { name, error: answer.error } })
    return false
  }
  useStudio.setState({ lastMask: null })
  changeForm({ type: 'source', media: answer.value, sourceImageId, isAlone })
  void findLastMask()
  return true
}

async function preparedFile(file: File) {
  const imported = await importFile(file)
  if (!imported.ok) return imported
  return await call('images.prepareSource', { from: { kind: 'file', token: imported.value.token } })
}

const preparedMedia = ({ id }: MediaItem) => call('images.prepareSource', { from: { kind: 'media', mediaId: id } })

/** Uses a chosen file as the first picture; the others stay. */
export async function takeFile(file: File): Promise<boolean> {
  return await prepare(file.name, null, () => preparedFile(file), false)
}

/** Uses a library picture as the only one. */
export async function takeMedia(media: MediaItem, sourceImageId: string | null): Promise<boolean> {
  return await prepare('', sourceImageId, () => preparedMedia(media), true)
}

/** Adds the pictures among dropped, pasted or chosen files, and lists the other files with the reason. */
export function addFiles(files: readonly File[]): void {
  const pictures = files.filter(isPictureFile)
  const others = files.filter((file) => !pictures.includes(file))
  useStudio.setState({
    sourceError: null,
    refused: others.map(({ name }) => ({ name, why: 'notPicture' }) as const),
  })
  for (const file of pictures) addLater(file.name, null, () => preparedFile(file))
}

/** Adds a library picture to the others. */
export function addMedia(media: MediaItem, imageId: string | null): void {
  useStudio.setState({ sourceError: null, refused: [] })
  addLater('', imageId, () => preparedMedia(media))
}

let adding: Promise<void> = Promise.resolve()

/** Adds pictures one after another, in the order of the calls. */
function addLater(name: string, imageId: string | null, ask: Ask): void {
  adding = adding.then(async () => {
    if (!hasRoom(studio().form)) return refuse(name, 'tooMany')
    useStudio.setState({ preparing: { name, isFurther: studio().form.source !== null } })
    const answer = await ask()
    useStudio.setState({ preparing: null })
    if (!answer.ok) return useStudio.setState({ sourceError: { name, error: answer.error } })
    const { form } = studio()
    if (picturesOf(form).some(({ media }) => media.id === answer.value.id)) return refuse(name, 'twice')
    changeForm({ type: 'pictureAdded', picture: { media: answer.value, imageId, role: '' } })
    if (form.source === null) {
      useStudio.setState({ lastMask: null })
      void findLastMask()
    }
  })
}

function refuse(name: string, why: 'tooMany' | 'twice'): void {
  useStudio.setState(({ refused }) => ({ refused: [...refused, { name, why }] }))
}

/** Returns the first picture among files; undefined without one. */
export function pictureAmong(files: Iterable<File>): File | undefined {
  return [...files].find(isPictureFile)
}

/** Removes a picture from the form, and offers undo. */
export function removePicture(index: number): void {
  change(() => changeForm({ type: 'pictureRemoved', index }))
}

/** Leaves only the first picture in the form, and offers undo. */
export function keepFirstPicture(): void {
  const [, ...others] = picturesOf(studio().form)
  change(() => {
    for (const _ of others) changeForm({ type: 'pictureRemoved', index: 1 })
  })
}

/** Moves a picture to another position; a mask stays with its picture. */
export function movePicture(from: number, to: number): void {
  const first = studio().form.source?.media.id
  changeForm({ type: 'pictureMoved', from, to })
  if (studio().form.source?.media.id !== first) sourceChanged()
}

function sourceChanged(): void {
  useStudio.setState({ lastMask: null, maskOpen: false })
  void findLastMask()
}

function change(remove: () => void): void {
  preparations += 1
  const { form } = studio()
  const before: FormPictures = { source: form.source, references: form.references, size: form.size }
  useStudio.setState({ preparing: null, sourceError: null, refused: [] })
  remove()
  const { form: after } = studio()
  const count = picturesOf(form).length - picturesOf(after).length
  if (after.source?.media.id !== before.source?.media.id) sourceChanged()
  lastRemoval.tell(i18next.t('images.pictureRemoved', { count }), async () => {
    changeForm({ type: 'pictures', pictures: before })
    sourceChanged()
  })
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
