import type { Settings } from '../../../shared/settings.ts'

/** The choices of the settings that have a few; `own` is a name that is the same in every language. */
export const themes = [
  { value: 'system', label: 'settings.themeSystem' },
  { value: 'light', label: 'settings.themeLight' },
  { value: 'dark', label: 'settings.themeDark' },
] as const satisfies readonly { value: Settings['theme']; label: string }[]

export const languages = [
  { value: 'system', label: 'settings.languageSystem', own: null },
  { value: 'en', label: 'settings.languageSystem', own: 'English' },
  { value: 'zh-CN', label: 'settings.languageSystem', own: '简体中文' },
] as const satisfies readonly { value: Settings['language']; label: string; own: string | null }[]

export const recordingFiles = [
  { value: 'copy', label: 'settings.recordingsCopy' },
  { value: 'refer', label: 'settings.recordingsRefer' },
] as const satisfies readonly { value: Settings['recordingFiles']; label: string }[]

export const backupRhythms = [
  { value: 'off', label: 'backup.everyOff' },
  { value: 'day', label: 'backup.everyDay' },
  { value: 'week', label: 'backup.everyWeek' },
] as const satisfies readonly { value: Settings['backupEvery']; label: string }[]

export const textSizes = [
  { value: 'small', label: 'settings.textSmall' },
  { value: 'normal', label: 'settings.textNormal' },
  { value: 'large', label: 'settings.textLarge' },
] as const satisfies readonly { value: Settings['textSize']; label: string }[]
