import i18next from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetTold, tellEnded } from '../../../../src/renderer/features/videos/background/tell-ended.ts'
import { startAppState } from '../../../../src/renderer/platform/app-store.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { useNavigation } from '../../../../src/renderer/platform/navigation.ts'
import { closeToast, useToasts } from '../../../../src/renderer/platform/toasts.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'
import { job } from './videos-made.ts'

const texts = (): readonly string[] => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(async () => {
  await i18next.init({
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
    lng: 'en',
    interpolation: { escapeValue: false },
  })
  vi.stubGlobal('document', { hidden: false, hasFocus: () => true })
  const shell = {
    version: '0',
    shell: 'browser',
    platform: 'linux',
    mediaBase: '/',
    dataFolder: '',
    notices: [],
  } as const
  startAppState({
    info: { ...shell, locale: 'en' },
    settings: defaultSettings,
    connections: { connections: [], defaultId: null, keychain: { available: true, reason: null } },
    notices: [],
    connected: true,
  })
  useNavigation.setState({ panel: 'chat' })
  for (const { id } of useToasts.getState().toasts) closeToast(id)
})

it('the message about one video shows its prompt', () => {
  tellEnded(job('one', { status: 'done' }))
  expect(texts()).toEqual(['Video ready: “City at dusk”'])
})

it('ten videos are reported in one message', () => {
  for (let index = 0; index < 10; index += 1) tellEnded(job(`many-${index}`, { status: 'done' }))
  expect(texts()).toEqual(['10 videos are done'])
})

it('counts each outcome, in the language of the interface', async () => {
  await i18next.changeLanguage('zh-CN')
  for (const [id, status] of [
    ['a', 'done'],
    ['b', 'failed'],
    ['c', 'done'],
  ] as const)
    tellEnded(job(id, { status }))
  expect(texts()).toEqual(['2 个视频已完成，1 个视频生成失败'])
})

it('counts a video once that ends twice', () => {
  tellEnded(job('again', { status: 'failed' }))
  tellEnded(job('again', { status: 'done' }))
  expect(texts()).toEqual(['Video ready: “City at dusk”'])
})

it('starts a new message once the earlier one is closed', () => {
  tellEnded(job('first', { status: 'done' }))
  for (const { id } of useToasts.getState().toasts) closeToast(id)
  tellEnded(job('second', { status: 'done' }))
  expect(texts()).toEqual(['Video ready: “City at dusk”'])
})

describe('an ended video while the window is behind others', () => {
  const shown: { readonly title: string; readonly body: string; readonly tag: string }[] = []

  function behind(permission: NotificationPermission): void {
    class Shown {
      static readonly permission = permission
      constructor(title: string, { body, tag }: { readonly body: string; readonly tag: string }) {
        shown.push({ title, body, tag })
      }
      addEventListener(): void {}
    }
    vi.stubGlobal('Notification', Shown)
    const call = async () => ({ ok: true, value: { by: 'page' } })
    vi.stubGlobal('window', { Notification: Shown, bridge: { call } })
    vi.stubGlobal('document', { hidden: false, hasFocus: () => false })
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  beforeEach(() => {
    shown.length = 0
    forgetTold()
  })

  it.each(['denied', 'default'] as const)(
    'the end is reported by a message if notifications are %s',
    async (permission) => {
      behind(permission)
      tellEnded(job(`quiet-${permission}`, { status: 'done' }))
      await settle()
      expect(texts()).toEqual(['Video ready: “City at dusk”'])
      expect(shown).toEqual([])
    },
  )

  it('several ends are one notification, and a new one begins after the window was in front', async () => {
    behind('granted')
    tellEnded(job('first', { status: 'done' }))
    tellEnded(job('second', { status: 'done' }))
    forgetTold()
    tellEnded(job('third', { status: 'failed' }))
    await settle()
    expect(shown.map(({ tag }) => tag)).toEqual(['videos:first', 'videos:first', 'videos:third'])
    expect(shown[1]?.title).toBe('2 videos are done')
    expect(shown[2]?.body).toBe('City at dusk')
    expect(texts()).toEqual([])
  })
})
