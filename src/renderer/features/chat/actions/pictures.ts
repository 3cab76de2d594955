import i18next from 'i18next'
import { picturesMax } from '../../../../shared/chat-limits.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { newChatOwner } from '../../../platform/page-kind.ts'
import { composerKey, type Picture, type PictureFailure, useChat } from '../state/chat-store.ts'
import { isWithheld } from '../state/temporary-open.ts'

function change(key: string, edit: (pictures: readonly Picture[]) => readonly Picture[]): void {
  useChat.setState((state) => ({ pictures: { ...state.pictures, [key]: edit(state.pictures[key] ?? []) } }))
  keepPictures(key)
}

function ownerOf(key: string): string | null {
  return key === useChat.getState().newId ? newChatOwner : key
}

/** Stores which pictures are in a composer, for a reload. */
function keepPictures(key: string): void {
  const pictures = useChat.getState().pictures[key] ?? []
  const kept = pictures.flatMap(({ name, item }) =>
    item === null ? [] : [{ mediaId: item.id, name: name.slice(0, 255) }],
  )
  void call('chat.saveDraftPictures', { conversationId: ownerOf(key), pictures: kept })
}

/** Restores the pictures of the composer, unless it has some already. */
export async function restorePictures(): Promise<void> {
  const key = composerKey(useChat.getState())
  if (useChat.getState().pictures[key] !== undefined) return
  const answer = await call('chat.draftPictures', { conversationId: ownerOf(key) })
  if (!answer.ok || answer.value.length === 0) return
  const pictures = answer.value.map(({ item, name }): Picture => ({ key: crypto.randomUUID(), name, item }))
  // pictures added while the answer was loading take precedence
  useChat.setState((state) =>
    state.pictures[key] === undefined ? { pictures: { ...state.pictures, [key]: pictures } } : {},
  )
}

function refuse(failure: PictureFailure): void {
  useChat.setState((state) => ({ pictureFailures: [...state.pictureFailures, failure] }))
}

async function addPicture(key: string, file: File): Promise<void> {
  const picture: Picture = { key: crypto.randomUUID(), name: file.name, item: null }
  change(key, (pictures) => [...pictures, picture])
  const imported = await importFile(file)
  const added = imported.ok ? await call('media.addPicture', { token: imported.value.token }) : imported
  if (added.ok) {
    change(key, (pictures) =>
      pictures.map((other) => (other.key === picture.key ? { ...other, item: added.value } : other)),
    )
    return
  }
  change(key, (pictures) => pictures.filter((other) => other.key !== picture.key))
  refuse({ name: file.name, error: added.error, tooMany: false })
}

/** Adds dropped, pasted or chosen files to the composer. */
export async function addPictures(files: readonly File[]): Promise<void> {
  const state = useChat.getState()
  const key = composerKey(state)
  const room = picturesMax - (state.pictures[key]?.length ?? 0)
  useChat.setState({
    pictureFailures: files.slice(Math.max(0, room)).map(({ name }) => ({
      name,
      error: pageError('file_refused', `more than ${picturesMax} pictures`),
      tooMany: true,
    })),
  })
  await Promise.all(files.slice(0, Math.max(0, room)).map((file) => addPicture(key, file)))
}

/** Returns how many more pictures fit into the message. */
export function pictureRoom(): number {
  const state = useChat.getState()
  return Math.max(0, picturesMax - (state.pictures[composerKey(state)]?.length ?? 0))
}

/** Adds a library picture to the composer. */
export function addLibraryPicture(item: MediaItem, name?: string): void {
  if (isWithheld()) return
  const state = useChat.getState()
  const key = composerKey(state)
  const pictures = state.pictures[key] ?? []
  if (pictures.some((picture) => picture.item?.id === item.id)) return
  useChat.setState({ pictureFailures: [] })
  const called = name ?? i18next.t('message.picture', { index: pictures.length + 1 })
  if (pictures.length < picturesMax) {
    change(key, (before) => [...before, { key: crypto.randomUUID(), name: called, item }])
    return
  }
  const error = pageError('file_refused', `more than ${picturesMax} pictures`)
  refuse({ name: called, error, tooMany: true })
}

export function removePicture(pictureKey: string): void {
  change(composerKey(useChat.getState()), (pictures) => pictures.filter((picture) => picture.key !== pictureKey))
}
