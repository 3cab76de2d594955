import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
} from 'electron'
import Store from 'electron-store'

/**
 * Electron itself, in one place: the only module that imports it at run time. Every other module of this folder takes
 * what it uses by parameter, so that all of them run in plain Node under test.
 */
export const host = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  Store,
} as const

export type ElectronHost = typeof host
