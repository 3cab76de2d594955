import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendAnyway, useBudgetQuestion } from '../../../../../src/renderer/features/chat/actions/budget-question.ts'
import { useLongQuestion } from '../../../../../src/renderer/features/chat/actions/long-question.ts'
import {
  type Agreed,
  agreedToNothing,
  mayBeSent,
} from '../../../../../src/renderer/features/chat/actions/paid-action.ts'
import { useChat } from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import { startAppState } from '../../../../../src/renderer/platform/app-store.ts'
import { useMoney } from '../../../../../src/renderer/platform/money-store.ts'
import { defaultSettings } from '../../../../../src/shared/settings.ts'
import { eventually } from '../../../../fakes/eventually.ts'

const target = { connectionId: 'c', model: 'dall-e-3' }
const long = { targets: [target], tokens: 9_000, parameters: { maxTokens: null, whole: true } }
const spent = { currency: 'USD', nano: 2 } as const

beforeEach(() => {
  const shell = { version: '0', shell: 'browser', platform: 'linux', mediaBase: '/', dataFolder: '' } as const
  startAppState({
    info: { ...shell, notices: [], locale: 'en' },
    settings: { ...defaultSettings, budgetAsks: true, modelWindowOf: { 'dall-e-3': 4_000 } },
    connections: { connections: [], defaultId: null, keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
  useMoney.setState({ budget: { period: 'day', limitNano: 1, spent, level: 'reached', unpriced: 0 } })
})
afterEach(() => {
  useChat.setState({ doubted: null, trusted: new Set() })
  useMoney.setState({ budget: null })
})

/** Makes a request as a control of the page does; `sent` has what the user had agreed to. */
function pressing(window = long, isUnchanged = () => true) {
  const sent: Agreed[] = []
  const press = async (agreed = agreedToNothing): Promise<void> => {
    const again = (now: Agreed) => void press(now)
    const doubted = { targets: [target], hasPictures: false }
    if (await mayBeSent({ agreed, again, window, doubted, isUnchanged })) sent.push(agreed)
  }
  return { press, sent }
}

it('asks about the window, the budget and the model, each once', async () => {
  const { press, sent } = pressing()
  await press()
  expect(useLongQuestion.getState()).toMatchObject({ tokens: 9_000, window: 4_000 })
  expect(useBudgetQuestion.getState().send).toBeNull()

  useLongQuestion.getState().send?.()
  await eventually(() => expect(useBudgetQuestion.getState().send).not.toBeNull())
  expect(useChat.getState().doubted).toBeNull()

  sendAnyway()
  await eventually(() => expect(useChat.getState().doubted).toMatchObject({ model: 'dall-e-3', doubt: 'image' }))
  expect(sent).toEqual([])

  const { doubted } = useChat.getState()
  useChat.setState({ doubted: null, trusted: new Set(['image dall-e-3']) })
  doubted?.send()
  await eventually(() => expect(sent).toEqual([['window', 'budget']]))
})

it('asks again at the next press, because the agreement covered one request', async () => {
  useChat.setState({ trusted: new Set(['image dall-e-3']) })
  const { press, sent } = pressing()
  await press(['window', 'budget'])
  expect(sent).toHaveLength(1)

  await press(['window'])
  expect(sent).toHaveLength(1)
  expect(useBudgetQuestion.getState().send).not.toBeNull()
})

it('sends nothing if the content changed while it was measured', async () => {
  useChat.setState({ trusted: new Set(['image dall-e-3']) })
  useMoney.setState({ budget: null })
  const { press, sent } = pressing({ ...long, tokens: 9 }, () => false)
  await press()
  expect(sent).toEqual([])
  expect(useLongQuestion.getState().send).toBeNull()
})
