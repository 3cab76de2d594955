import i18next from 'i18next'
import { itemToPrecede, movedBefore } from '../../../../shared/moved-before.ts'
import type { StoryboardSummary } from '../../../../shared/storyboard.ts'
import { storyboardNameMax, storyboardsMax, storyboardVideosMax } from '../../../../shared/storyboard-limits.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { showToast } from '../../../platform/toasts.ts'
import { finished } from '../file-actions.ts'
import { jobTable } from '../job-table.ts'
import { lastRemoval } from '../last-removal.ts'
import { openStoryboards } from '../panel-actions.ts'
import { storyboards, useStoryboards } from './storyboard-store.ts'

/** Loads the list of all storyboards and the chosen one; chooses the newest if the chosen one is gone. */
export async function loadStoryboards(): Promise<void> {
  const answer = await call('storyboards.list', {})
  if (!answer.ok) {
    useStoryboards.setState({ error: answer.error })
    return
  }
  const list = answer.value
  const { chosenId } = storyboards()
  const chosen = list.find(({ id }) => id === chosenId) ?? list.at(-1)
  useStoryboards.setState({ list, error: null, chosenId: chosen?.id ?? null })
  await loadShown()
}

/** Loads the chosen storyboard. */
async function loadShown(): Promise<void> {
  const { chosenId } = storyboards()
  if (chosenId === null) {
    useStoryboards.setState({ shown: null })
    return
  }
  const before = jobTable.snapshot()
  const answer = await call('storyboards.get', { storyboardId: chosenId })
  if (storyboards().chosenId !== chosenId) return
  if (answer.ok) {
    jobTable.read(
      answer.value.entries.map(({ job }) => job),
      before,
    )
    useStoryboards.setState({ shown: answer.value, error: null })
  } else if (answer.error.code !== 'not_found') useStoryboards.setState({ error: answer.error })
}

/** Shows another storyboard. */
export async function chooseStoryboard(id: string): Promise<void> {
  if (storyboards().chosenId !== id) useStoryboards.setState({ chosenId: id, shown: null, obstacle: null })
  await loadStoryboards()
}

/** Creates a storyboard with a name that can be changed. Resolves to it; null, with an error shown, if that failed. */
export async function createStoryboard(): Promise<StoryboardSummary | null> {
  const { length } = storyboards().list ?? []
  if (length >= storyboardsMax) {
    showToast(i18next.t('storyboards.tooMany', { max: storyboardsMax }))
    return null
  }
  const made = { id: crypto.randomUUID(), name: i18next.t('storyboards.newName', { number: length + 1 }), count: 0 }
  return (await putStoryboard(made)) ? made : null
}

async function putStoryboard({ id, name }: Pick<StoryboardSummary, 'id' | 'name'>): Promise<boolean> {
  const answer = await call('storyboards.put', { storyboardId: id, name })
  if (!answer.ok) tellError(answer.error)
  return answer.ok
}

/** Renames a storyboard; an empty name changes nothing. */
export async function renameStoryboard(id: string, name: string): Promise<void> {
  useStoryboards.setState({ renaming: false })
  const shorter = name.trim().slice(0, storyboardNameMax).trim()
  if (shorter === '' || shorter === storyboards().shown?.name) return
  if (await putStoryboard({ id, name: shorter })) await loadStoryboards()
}

/** Removes the chosen storyboard and offers undo; its videos stay. */
export async function removeStoryboard(): Promise<void> {
  const { shown } = storyboards()
  if (shown === null) return
  const { entries, id, name } = shown
  const answer = await call('storyboards.delete', { storyboardId: id })
  if (!answer.ok) return tellError(answer.error)
  lastRemoval.tell(i18next.t('storyboards.deleted', { name }), async () => {
    if (!(await putStoryboard({ id, name }))) return
    if (entries.length > 0) await addEntries(id, entries, null)
    await chooseStoryboard(id)
  })
  await loadStoryboards()
}

type Placed = { readonly id: string; readonly job: { readonly id: string } }

async function addEntries(storyboardId: string, entries: readonly Placed[], beforeId: string | null): Promise<boolean> {
  const answer = await call('storyboards.add', {
    storyboardId,
    entries: entries.map(({ id, job }) => ({ entryId: id, videoId: job.id })),
    beforeId,
  })
  if (!answer.ok) tellError(answer.error)
  return answer.ok
}

/** Adds the finished ones among these jobs at the end of a storyboard, by default of a new one. */
export async function addVideos(jobIds: readonly string[], to: StoryboardSummary | null): Promise<void> {
  const videoIds = await finished(jobIds)
  if (videoIds.length === 0) {
    showToast(i18next.t('storyboards.nothingToAdd'))
    return
  }
  if ((to?.count ?? 0) + videoIds.length > storyboardVideosMax) {
    showToast(i18next.t('storyboards.full', { max: storyboardVideosMax }))
    return
  }
  const storyboard = to ?? (await createStoryboard())
  if (storyboard === null) return
  const entries = videoIds.map((id) => ({ id: crypto.randomUUID(), job: { id } }))
  if (!(await addEntries(storyboard.id, entries, null))) return
  showToast(i18next.t('storyboards.added', { count: videoIds.length, name: storyboard.name }), {
    label: i18next.t('storyboards.show'),
    run: () => {
      openStoryboards()
      void chooseStoryboard(storyboard.id)
    },
  })
}

/** Removes an entry of the chosen storyboard and offers undo; the video stays. */
export async function removeEntry(entryId: string): Promise<void> {
  const { shown } = storyboards()
  const at = shown?.entries.findIndex(({ id }) => id === entryId) ?? -1
  const entry = shown?.entries[at]
  if (shown === null || entry === undefined) return
  const beforeId = shown.entries[at + 1]?.id ?? null
  const answer = await call('storyboards.remove', { storyboardId: shown.id, entryIds: [entryId] })
  if (!answer.ok) return tellError(answer.error)
  useStoryboards.setState({ obstacle: null })
  lastRemoval.tell(i18next.t('storyboards.removed'), async () => {
    await addEntries(shown.id, [entry], beforeId)
  })
  await loadStoryboards()
}

/** Moves an entry to another index of the chosen storyboard. Returns false if it cannot move there. */
export function moveEntry(entryId: string, to: number): boolean {
  const { shown } = storyboards()
  if (shown === null) return false
  const ids = shown.entries.map(({ id }) => id)
  const beforeId = itemToPrecede(ids, entryId, to)
  if (beforeId === undefined) return false
  const byId = new Map(shown.entries.map((entry) => [entry.id, entry]))
  const entries = movedBefore(ids, [entryId], beforeId).flatMap((id) => byId.get(id) ?? [])
  // at once, so that a second key press starts from the new order
  useStoryboards.setState({ shown: { ...shown, entries }, obstacle: null })
  void call('storyboards.move', { storyboardId: shown.id, entryId, beforeId }).then((answer) => {
    if (answer.ok) return
    tellError(answer.error)
    void loadStoryboards()
  })
  return true
}
