import i18next from 'i18next'
import type { AppError } from '../../shared/errors.ts'
import { languageFor } from '../../shared/language.ts'
import {
  type AppInfo,
  type AppState,
  appState,
  changeAppState,
  startAppState,
  takeSettings,
  watchAppState,
} from '../platform/app-store.ts'
import { call, on, onConnection } from '../platform/bridge/client.ts'
import { inShownLanguage } from '../platform/connection-names.ts'
import { followEmbeddings } from '../platform/embeddings-store.ts'
import { rememberFirstPaint } from '../platform/first-paint.ts'
import { showLanguage, startI18n } from '../platform/i18n/i18n.ts'
import { followCollections } from '../platform/knowledge-store.ts'
import { followMemories } from '../platform/memory-store.ts'
import { keepCatalogue } from '../platform/models-store.ts'
import { followMoney } from '../platform/money-store.ts'
import { watchNetwork } from '../platform/network.ts'
import { followAssistants } from '../platform/prompts/assistants-store.ts'
import { followPrompts } from '../platform/prompts/prompts-store.ts'
import { followTools } from '../platform/tools-store.ts'
import { followUpdates } from '../platform/updates-store.ts'
import { followArrivals } from './links/arrivals.ts'

/**
 * Replaces the locale in the browser shell, where main may run on a server with another language; "system" then means
 * the browser's.
 */
function withOwnLocale(info: AppInfo): AppInfo {
  return info.shell === 'browser' ? { ...info, locale: navigator.language } : info
}

/** Refreshes the app's state after main was away. */
async function reload(): Promise<void> {
  const [info, settings, connections] = await Promise.all([
    call('app.info', {}),
    call('settings.get', {}),
    call('connections.list', {}),
  ])
  if (info.ok) changeAppState({ info: withOwnLocale(info.value), notices: info.value.notices })
  if (settings.ok) takeSettings(settings.value)
  if (connections.ok) changeAppState({ connections: inShownLanguage(connections.value) })
}

/** Applies the settings to the page. */
function applySettings(): void {
  const { settings, info } = appState()
  const language = languageFor(settings.language, info.locale)
  const { dataset } = document.documentElement
  dataset.textSize = settings.textSize
  dataset.readingWidth = settings.readingWidth
  dataset.readingFont = settings.readingFont
  rememberFirstPaint(settings.theme, language)
  const before = i18next.language
  void showLanguage(language).then(() => {
    if (i18next.language !== before) changeAppState({ connections: inShownLanguage(appState().connections) })
  })
}

/**
 * Follows the parts of the app's state that main reports. A report that arrives before the state is newer than main's
 * answers to the first calls; the returned function returns such reports.
 */
function followAppState(): () => Partial<AppState> {
  let early: Partial<AppState> | null = {}
  const take = (change: Partial<AppState>): void => {
    if (early === null) changeAppState(change)
    else early = { ...early, ...change }
  }
  on('settings.changed', (settings) => {
    if (early === null) takeSettings(settings)
    else take({ settings })
  })
  on('connections.changed', (connections) => {
    // the names need the translations, which are not loaded before the startup
    take({ connections: early === null ? inShownLanguage(connections) : connections })
  })
  on('notices.changed', (notices) => take({ notices }))
  return () => {
    const before = early ?? {}
    early = null
    return before
  }
}

/**
 * Loads the initial data from main and keeps them up to date. Null on success. Only one kind of window accepts
 * arrivals.
 */
export async function start({ takesArrivals = true } = {}): Promise<AppError | null> {
  const takeEarly = followAppState()
  const [info, settings, connections] = await Promise.all([
    call('app.info', {}),
    call('settings.get', {}),
    call('connections.list', {}),
  ])
  if (!info.ok) return info.error
  if (!settings.ok) return settings.error
  if (!connections.ok) return connections.error
  startAppState({
    info: withOwnLocale(info.value),
    settings: settings.value,
    connections: connections.value,
    notices: info.value.notices,
    connected: true,
    ...takeEarly(),
  })
  await startI18n(languageFor(appState().settings.language, appState().info.locale))
  // the names need the translations
  changeAppState({ connections: inShownLanguage(appState().connections) })
  applySettings()

  watchAppState((state, before) => {
    if (state.settings !== before.settings || state.info !== before.info) applySettings()
  })
  watchNetwork()
  if (takesArrivals) void followArrivals()
  void followMoney()
  void followUpdates()
  void followTools()
  void followCollections()
  void followPrompts()
  void followAssistants()
  void followMemories()
  void followEmbeddings()
  on('models.changed', ({ connectionId, catalogue }) => keepCatalogue(connectionId, catalogue))
  onConnection((connected) => {
    const before = appState().connected
    changeAppState({ connected })
    if (connected && !before) void reload()
  })
  return null
}
