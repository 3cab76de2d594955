import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newChat } from '../../../../../src/renderer/features/chat/actions/chat-actions.ts'
import {
  addFiles,
  composerFilesOf,
  sendable,
  useComposerFiles,
} from '../../../../../src/renderer/features/chat/actions/composer-files.ts'
import { newChatIn, saveFolder } from '../../../../../src/renderer/features/chat/actions/folder-actions.ts'
import { useFolders } from '../../../../../src/renderer/features/chat/actions/folders-store.ts'
import { leaveAssistant, takeAssistant } from '../../../../../src/renderer/features/chat/actions/take-assistant.ts'
import { emptyChat } from '../../../../../src/renderer/features/chat/state/chat-reducer.ts'
import { chatNow, composerKey, dispatch, useChat } from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import { startAppState } from '../../../../../src/renderer/platform/app-store.ts'
import { useModels } from '../../../../../src/renderer/platform/models-store.ts'
import { filesMax } from '../../../../../src/shared/attached-file-limits.ts'
import type { Parameters } from '../../../../../src/shared/chat.ts'
import type { Connection } from '../../../../../src/shared/connection.ts'
import type { Folder } from '../../../../../src/shared/folders.ts'
import { defaultSettings } from '../../../../../src/shared/settings.ts'
import { eventually } from '../../../../fakes/eventually.ts'
import { conversation, message } from '../messages-made.ts'

const connection: Connection = {
  ...{ id: 'k', name: 'k', baseUrl: 'https://k.example/v1', kind: 'gateway' },
  key: { kept: 'keychain', lastFour: '1234' },
  ...{ allowInsecure: false, createdAt: 1 },
}
const file = (name: string) => ({
  ...{ mediaId: 'a'.repeat(64), textId: 'b'.repeat(64), name },
  ...{ pages: null, length: 1, tokens: 1, cutFrom: null },
})
const numbers = { temperature: null, topP: null, maxTokens: null, contextMessages: null }
const tools = { enabled: ['builtin:calculator'], roundsMax: 10 }
const tides: Folder = {
  ...{ id: 'f', name: 'Tides', parentId: null, system: 'About tides.', collapsed: false },
  ...{ connectionId: 'k', model: 'large', files: [file('tides.md')] },
  parameters: { ...numbers, temperature: 1, tools },
}
const ofSettings = { ...numbers, system: 'Be brief.', maxTokens: 100 }
const ofFolder = { ...ofSettings, system: 'About tides.', temperature: 1, tools, folder: { name: 'Tides', id: 'f' } }
const pirate = {
  ...{ id: 'p', name: 'Pirate', sign: 'P', description: '', connectionId: null, model: '' },
  parameters: { ...numbers, system: 'Be a pirate.' },
}

/** Files that main was told to store as a draft, by the last call. */
let drafted: readonly { readonly name: string }[]

beforeEach(() => {
  drafted = []
  const read = { state: 'read', file: file('own.md') }
  const answers: Record<string, unknown> = {
    ...{ 'chat.draft': { text: '' }, 'chat.draftPictures': [], 'files.draft': [] },
    'chat.list': { conversations: [], hasMore: false },
  }
  vi.stubGlobal('window', {
    bridge: {
      importDropped: async () => ({ ok: true, value: { token: 't' } }),
      call: async (name: string, input: { readonly folder?: Folder; readonly files?: typeof drafted }) => {
        if (name === 'files.saveDraft') drafted = input.files ?? []
        if (name === 'folders.put') return { ok: true, value: [input.folder] }
        return { ok: true, value: name === 'files.read' ? read : (answers[name] ?? null) }
      },
    },
  })
  startAppState({
    info: {
      version: '0',
      shell: 'browser',
      platform: 'linux',
      mediaBase: '/',
      dataFolder: '',
      notices: [],
      locale: 'en',
    },
    settings: { ...defaultSettings, newChat: { system: 'Be brief.', maxTokens: '100' } },
    connections: { connections: [connection], defaultId: 'k', keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
  useFolders.setState({ folders: [tides] })
})
afterEach(async () => {
  await newChat()
  vi.unstubAllGlobals()
  useChat.setState({ chat: emptyChat, newFolder: null, newTarget: null })
  useComposerFiles.setState({ lists: {} })
  useFolders.setState({ folders: [] })
  useModels.setState({ catalogues: {} })
})

const now = () => {
  const { newFolder, newParameters, newTarget } = useChat.getState()
  const files = useComposerFiles.getState().lists[composerKey(useChat.getState())] ?? []
  return {
    folder: newFolder?.id ?? null,
    parameters: newParameters,
    target: newTarget,
    files: files.map(({ name }) => name),
  }
}
const plain = { folder: null, parameters: ofSettings, target: null, files: [] }

describe('a new chat in a folder', () => {
  test('has the folder’s settings before those of all chats, and the next plain chat has none of them', async () => {
    await newChatIn(tides)
    expect(now()).toEqual({
      ...{ folder: 'f', parameters: ofFolder, target: { connectionId: 'k', model: 'large' }, files: ['tides.md'] },
    })
    await newChat()
    expect(now()).toEqual(plain)
  })

  test('a model that the user chose before is there again in the next plain chat', async () => {
    const chosen = { connectionId: 'k', model: 'mine' }
    useChat.setState({ newTarget: chosen })
    await newChatIn(tides)
    await newChat()
    expect(now().target).toEqual(chosen)
  })

  test('an assistant comes before the folder, and without it the folder’s settings are back', async () => {
    await newChatIn(tides)
    takeAssistant(pirate)
    await eventually(() => expect(now().parameters.assistant?.name).toBe('Pirate'))
    const { assistant: _, ...parameters } = now().parameters
    expect(parameters).toEqual({ ...ofFolder, system: 'Be a pirate.' })
    leaveAssistant()
    expect(now().parameters).toEqual(ofFolder)
  })

  test('a model that is not in the list is not taken', async () => {
    const listed = { id: 'small', family: '', kind: 'chat' as const }
    useModels.setState({ catalogues: { k: { models: [listed], fetchedAt: 1, error: null } } })
    await newChatIn(tides)
    expect(now()).toMatchObject({ folder: 'f', target: null })
  })
})

describe('the files of a folder in the composer', () => {
  test('they come before the draft’s own files, and are not part of the draft', async () => {
    await newChat()
    await addFiles([new File(['text'], 'own.md')])
    await newChatIn(tides)
    expect(now().files).toEqual(['tides.md', 'own.md'])
    expect(drafted.map(({ name }) => name)).toEqual(['own.md'])
    await newChat()
    expect(now().files).toEqual(['own.md'])
  })
})

test('a file of a folder for which the message has no room is refused by name', async () => {
  await newChat()
  await addFiles(Array.from({ length: filesMax }, (_, at) => new File(['text'], `${at}.md`)))
  await newChatIn(tides)
  const { newId } = useChat.getState()
  expect(
    composerFilesOf(newId)
      .filter(({ refusal }) => refusal?.by === 'count')
      .map(({ name }) => name),
  ).toEqual(['tides.md'])
  expect(sendable(composerFilesOf(newId))).toHaveLength(filesMax)
})

describe('a chat that has begun', () => {
  /** Opens a chat in the folder with these parameters, and gives it an assistant; resolves to its parameters then. */
  async function withPirate(parameters: Parameters): Promise<Parameters | undefined> {
    const open = { ...conversation('c1', { folderId: 'f' }), parameters }
    const page = { messages: [message('a')], hasEarlier: false, hasLater: false }
    dispatch({ type: 'opened', conversation: open, page, show: null })
    takeAssistant(pirate)
    const now = () => chatNow().open?.conversation.parameters
    await eventually(() => expect(now()?.assistant?.name).toBe('Pirate'))
    return now()
  }

  test('has the settings of the folder it began in where its new assistant leaves them open', async () => {
    expect(await withPirate(ofFolder)).toMatchObject({ ...ofFolder, system: 'Be a pirate.' })
  })

  test('takes nothing from a folder that it was moved to', async () => {
    const { assistant: _, ...parameters } = { ...(await withPirate(ofSettings)) }
    expect(parameters).toEqual({ ...ofSettings, system: 'Be a pirate.' })
  })
})

describe('changed settings of the folder', () => {
  test('a new chat in it begins anew with them', async () => {
    await newChatIn(tides)
    const { files: _, parameters: __, ...changed } = { ...tides, system: 'About waves.', model: 'small' }
    await saveFolder(changed)
    const { tools: ___, ...parameters } = { ...ofFolder, system: 'About waves.', temperature: null }
    expect(now()).toEqual({ ...{ folder: 'f', parameters, files: [] }, target: { connectionId: 'k', model: 'small' } })
    await newChat()
    expect(now()).toEqual(plain)
  })

  test('a new chat whose parameters the user changed stays as it is', async () => {
    await newChatIn(tides)
    const own = { ...ofFolder, temperature: 0 }
    useChat.setState({ newParameters: own })
    await saveFolder({ ...tides, system: 'About waves.' })
    expect(now().parameters).toEqual(own)
  })
})
