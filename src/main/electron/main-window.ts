import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import type { Clock, KeyValueStore } from '../platform.ts'
import { appUrl } from './app-origin.ts'
import { canCheckSpelling } from './spelling.ts'
import {
  boundsAfterChange,
  displaysKey,
  type KnownDisplay,
  openingBounds,
  type SavedBounds,
  smallest,
  withBounds,
} from './window-bounds.ts'

const boundsKey = 'window'
/** Delay before the bounds of a moved window are saved, in ms. */
const restMs = 500

export interface WindowLook {
  readonly preload: string
  readonly icon: string
  readonly packaged: boolean
  readonly dark: boolean
  readonly os: 'mac' | 'windows' | 'linux'
}

/**
 * Returns the options for items 2, 3, 4, 6, and 8 to 11 of Electron's security checklist. Others keep Electron's safe
 * defaults; a test lists both.
 */
export function webPreferences(look: Pick<WindowLook, 'preload' | 'packaged' | 'os'>): WebPreferences {
  return {
    preload: look.preload,
    nodeIntegration: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    // a middle click would request a new window
    disableBlinkFeatures: 'Auxclick',
    // a dropped file goes to the page's drop zones and never replaces the page
    navigateOnDragDrop: false,
    devTools: !look.packaged,
    // caches compiled code from the first run on; by default only for a page opened often within 72 hours
    v8CacheOptions: 'bypassHeatCheck',
    spellcheck: canCheckSpelling(look.os),
  }
}

/** Returns the background before the first frame; the same as `--paper` of tokens.css. */
export function backgroundOf(dark: boolean): string {
  return dark ? '#171613' : '#faf8f4'
}

/** Returns the options of the app's only window. */
export function windowOptions(
  look: WindowLook,
  saved: unknown,
  displays: readonly KnownDisplay[],
): BrowserWindowConstructorOptions {
  const bounds = openingBounds(saved, displays)
  return {
    width: bounds.width,
    height: bounds.height,
    ...(bounds.position ?? {}),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Atelier',
    // shown once it has content
    show: false,
    backgroundColor: backgroundOf(look.dark),
    autoHideMenuBar: look.os !== 'mac',
    ...(look.os === 'linux' ? { icon: look.icon } : {}),
    webPreferences: webPreferences(look),
  }
}

export type OpenableWindow = Pick<
  BrowserWindow,
  'loadURL' | 'show' | 'maximize' | 'isMaximized' | 'isMinimized' | 'isDestroyed' | 'getNormalBounds' | 'setBounds'
> & {
  on(event: 'resize' | 'move' | 'close', listener: () => void): unknown
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown
}

/** The displays of this computer. */
export interface Displays {
  getAllDisplays(): readonly KnownDisplay[]
  on(event: 'display-added' | 'display-removed' | 'display-metrics-changed', listener: () => void): unknown
  off(event: 'display-added' | 'display-removed' | 'display-metrics-changed', listener: () => void): unknown
}

const displayEvents = ['display-added', 'display-removed', 'display-metrics-changed'] as const

/** Opens the window on the page, and saves its bounds for the current displays. */
export function openWindow<W extends OpenableWindow>(
  create: (options: BrowserWindowConstructorOptions) => W,
  look: WindowLook,
  displays: Displays,
  store: KeyValueStore,
  clock: Pick<Clock, 'after'>,
): W {
  const saved = store.get(boundsKey)
  const opening = displays.getAllDisplays()
  const window = create(windowOptions(look, saved, opening))
  let key = displaysKey(opening)
  let undo: () => void = () => undefined
  function save(): void {
    undo()
    if (window.isDestroyed()) return
    const bounds: SavedBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    store.set(boundsKey, withBounds(store.get(boundsKey), displays.getAllDisplays(), bounds))
  }
  function saveSoon(): void {
    undo()
    undo = clock.after(restMs, save)
  }
  function displaysChanged(): void {
    const now = displays.getAllDisplays()
    if (displaysKey(now) === key) return
    key = displaysKey(now)
    // the system moved the window, so the user did not choose this position
    undo()
    if (window.isMaximized() || window.isMinimized()) return
    const bounds = boundsAfterChange(store.get(boundsKey), now, window.getNormalBounds())
    if (bounds !== null) window.setBounds(bounds)
  }
  for (const event of displayEvents) displays.on(event, displaysChanged)
  window.once('closed', () => {
    for (const event of displayEvents) displays.off(event, displaysChanged)
  })
  // one by one, because Electron types each event separately
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
  window.once('ready-to-show', () => {
    if (openingBounds(saved, opening).maximized) window.maximize()
    window.show()
  })
  // `did-fail-load` reports a failed load
  void window.loadURL(appUrl).catch(() => undefined)
  return window
}
