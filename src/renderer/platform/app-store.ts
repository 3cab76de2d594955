import i18next from 'i18next'
import { createStore, useStore } from 'zustand'
import type { ConnectionList } from '../../shared/connection.ts'
import type { CallOutput } from '../../shared/ipc/contract.ts'
import { languageFor } from '../../shared/language.ts'
import type { Notice } from '../../shared/notice.ts'
import { type Settings, type SettingsPatch, withPatch } from '../../shared/settings-table.ts'
import { call } from './bridge/client.ts'
import { inShownLanguage } from './connection-names.ts'

export type AppInfo = CallOutput<'app.info'>

/** State shared by all parts of the page. */
export interface AppState {
  readonly info: AppInfo
  readonly settings: Settings
  readonly connections: ConnectionList
  readonly notices: readonly Notice[]
  /** True if main can be reached. */
  readonly connected: boolean
}

// null until main has sent the initial data; nothing renders before
const store = createStore<AppState | null>(() => null)

function started(state: AppState | null): AppState {
  if (state === null) throw new Error('the app state was read before the start')
  return state
}

/** Sets the initial state, before anything renders. */
export function startAppState(state: AppState): void {
  store.setState(state, true)
}

/** Changes part of the state. */
export function changeAppState(change: Partial<AppState>): void {
  store.setState({ ...started(store.getState()), ...change }, true)
}

/** Returns the current state, for code outside components. */
export function appState(): AppState {
  return started(store.getState())
}

/** Runs `act` once the state and the translations are loaded: at once, or at the end of the startup. */
export function afterStart(act: () => void): void {
  const isStarted = () => store.getState() !== null && i18next.isInitialized
  if (isStarted()) {
    act()
    return
  }
  const stop = store.subscribe(() => {
    if (!isStarted()) return
    stop()
    act()
  })
}

/** Calls `listener` after every change. */
export function watchAppState(listener: (state: AppState, before: AppState) => void): () => void {
  return store.subscribe((state, before) => {
    if (state !== null && before !== null) listener(state, before)
  })
}

export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(store, (state) => select(started(state)))
}

/** Returns the interface language. */
export function useLanguage() {
  return useApp((state) => languageFor(state.settings.language, state.info.locale))
}

/** Returns the name of the platform's command key, as printed in hints. */
export function useModKey(): string {
  return useApp((state) => (state.info.platform === 'mac' ? '⌘' : 'Ctrl'))
}

/** Reloads the connections, for a caller that cannot wait for `connections.changed`. */
export async function refreshConnections(): Promise<void> {
  const answer = await call('connections.list', {})
  if (answer.ok) changeAppState({ connections: inShownLanguage(answer.value) })
}

/** Changes that main has not answered yet, oldest first. */
let unanswered: readonly SettingsPatch[] = []

/** Adopts main's settings, with the changes that main does not know yet. */
export function takeSettings(settings: Settings): void {
  changeAppState({ settings: unanswered.reduce(withPatch, settings) })
}

/** Saves settings. They apply at once; refused ones are reverted, and other changes made meanwhile stay. */
export async function saveSettings(patch: SettingsPatch): Promise<void> {
  const before = appState().settings
  unanswered = [...unanswered, patch]
  changeAppState({ settings: withPatch(before, patch) })
  const answer = await call('settings.update', patch)
  unanswered = unanswered.filter((other) => other !== patch)
  if (answer.ok) {
    takeSettings(answer.value)
    return
  }
  const undone = Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(patch, name)))
  takeSettings({ ...appState().settings, ...undone })
}
