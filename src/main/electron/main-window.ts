import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebPreferences } from 'electron'
import type { Clock, KeyValueStore } from '../platform.ts'
import { appUrl } from './app-origin.ts'
import { canCheckSpelling } from './spelling.ts'
import { openingBounds, type SavedBounds, smallest } from './window-bounds.ts'

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

/** Checklist 2, 3, 4, 6, 8 to 11. Unlisted options keep Electron's safe defaults; a test lists both. */
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
    spellcheck: canCheckSpelling(look.os),
  }
}

/** Background before the first frame; the same as `--paper` of tokens.css. */
export function backgroundOf(dark: boolean): string {
  return dark ? '#171613' : '#faf8f4'
}

/** Options of the app's only window. */
export function windowOptions(
  look: WindowLook,
  saved: unknown,
  workAreas: readonly Rectangle[],
): BrowserWindowConstructorOptions {
  const bounds = openingBounds(saved, workAreas)
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
  'loadURL' | 'show' | 'maximize' | 'isMaximized' | 'isDestroyed' | 'getNormalBounds'
> & {
  on(event: 'resize' | 'move' | 'close', listener: () => void): unknown
  once(event: 'ready-to-show', listener: () => void): unknown
}

/** Opens the window on the page, and saves its bounds. */
export function openWindow<W extends OpenableWindow>(
  create: (options: BrowserWindowConstructorOptions) => W,
  look: WindowLook,
  workAreas: readonly Rectangle[],
  store: KeyValueStore,
  clock: Pick<Clock, 'after'>,
): W {
  const saved = store.get(boundsKey)
  const window = create(windowOptions(look, saved, workAreas))
  let undo: () => void = () => undefined
  function save(): void {
    undo()
    if (window.isDestroyed()) return
    store.set(boundsKey, { ...window.getNormalBounds(), maximized: window.isMaximized() } satisfies SavedBounds)
  }
  function saveSoon(): void {
    undo()
    undo = clock.after(restMs, save)
  }
  // one by one, because Electron types each event separately
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
  window.once('ready-to-show', () => {
    if (openingBounds(saved, workAreas).maximized) window.maximize()
    window.show()
  })
  // `did-fail-load` reports a failed load
  void window.loadURL(appUrl).catch(() => undefined)
  return window
}
