import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  addFiles,
  composerFilesOf,
  filesToSend,
  unlockFile,
  useComposerFiles,
} from '../../../../../src/renderer/features/chat/actions/composer-files.ts'
import { composerKey, useChat } from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import { filesMax } from '../../../../../src/shared/attached-file-limits.ts'

const files = (count: number): readonly File[] =>
  Array.from({ length: count }, (_, at) => new File(['text'], `${at}.txt`))

beforeEach(() => useComposerFiles.setState({ lists: {} }))
afterEach(() => {
  vi.unstubAllGlobals()
  useComposerFiles.setState({ lists: {} })
})

/** A main that goes on reading for ever. */
function readsForEver(): void {
  const never = new Promise<never>(() => undefined)
  vi.stubGlobal('window', { bridge: { importDropped: () => never, call: () => never } })
}

it('counts files that are still being read, so that a second drop cannot exceed the limit', () => {
  readsForEver()
  const key = composerKey(useChat.getState())
  void addFiles(files(filesMax - 2))
  void addFiles(files(5))
  expect(filesToSend(composerFilesOf(key))).toHaveLength(filesMax)
  expect(composerFilesOf(key).filter(({ refusal }) => refusal?.by === 'count')).toHaveLength(3)
})

it('unlocks no file above the limit', () => {
  readsForEver()
  const key = composerKey(useChat.getState())
  void addFiles(files(filesMax))
  const source = files(1)[0] ?? null
  const locked = {
    key: 'l',
    name: 'l.pdf',
    file: null,
    refusal: { by: 'reader', problem: 'encrypted' },
    source,
  } as const
  useComposerFiles.setState(({ lists }) => ({ lists: { ...lists, [key]: [...(lists[key] ?? []), locked] } }))
  void unlockFile(locked, 'secret')
  expect(filesToSend(composerFilesOf(key))).toHaveLength(filesMax)
})
