import i18next from 'i18next'
import { beforeEach, expect, it, vi } from 'vitest'
import { tellEnded } from '../../../../src/renderer/features/videos/background/tell-ended.ts'
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

it('tells of one video by its prompt', () => {
  tellEnded(job('one', { status: 'done' }))
  expect(texts()).toEqual(['Video ready: “City at dusk”'])
})

it('tells of ten videos in one message', () => {
  for (let index = 0; index < 10; index += 1) tellEnded(job(`many-${index}`, { status: 'done' }))
  expect(texts()).toEqual(['10 videos are done'])
})

it('counts each outcome, in the language shown', async () => {
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

it('begins anew once the message is gone', () => {
  tellEnded(job('first', { status: 'done' }))
  for (const { id } of useToasts.getState().toasts) closeToast(id)
  tellEnded(job('second', { status: 'done' }))
  expect(texts()).toEqual(['Video ready: “City at dusk”'])
})
