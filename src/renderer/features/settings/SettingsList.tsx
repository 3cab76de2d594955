import { VisuallyHidden } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { settingsTable } from '../../../shared/settings-table.ts'
import { Button } from '../../components/Button.tsx'
import { useReadings } from '../../platform/i18n/use-readings.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import {
  type SettingsEntry,
  type SettingsPage,
  settingsGroups,
  settingsPages,
  showSettings,
  useNavigation,
} from '../../platform/navigation.ts'
import { useUpdates } from '../../platform/updates-store.ts'
import { foundSettings, type SettingEntry } from './found-settings.ts'
import classes from './SettingsPanel.module.css'
import { updateNews } from './updates/update-news.ts'

/** The pages of the settings in groups; a search replaces them with the settings that it finds. */
export function SettingsList({ onChoose }: { onChoose: (label: string | null) => void }) {
  const { t } = useTranslation()
  const page = useNavigation((state) => state.settingsPage)
  const [query, setQuery] = useState('')
  const list = useRef<HTMLElement>(null)
  const rows = useRows()
  const readings = useReadings(query.trim() !== '')
  const found = foundSettings(query, rows, readings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page's entry is current
  useEffect(() => {
    // immediately, without animation; a window that became lower must show it too
    const show = () =>
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [page])
  const choose = ({ label, page }: SettingEntry) => {
    showSettings(page)
    onChoose(label)
  }
  return (
    <nav ref={list} className={classes.side} aria-label={t('settings.title')}>
      <VisuallyHidden component="h1">{t('settings.title')}</VisuallyHidden>
      <label className={classes.find}>
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('settings.find')}
          placeholder={t('settings.find')}
          maxLength={100}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.keyCode === 229) return
            const [first] = found
            if (event.key === 'Enter' && first !== undefined) choose(first)
            else if (event.key === 'Escape' && query !== '') setQuery('')
            else return
            event.preventDefault()
          }}
        />
      </label>
      {query.trim() === '' ? (
        settingsGroups.map(({ id, entries }) => (
          <fieldset key={id} className={classes.group}>
            <legend>{t(`settings.groups.${id}`)}</legend>
            {entries.map((entry) => (
              <ListEntry key={entry.words} entry={entry} />
            ))}
          </fieldset>
        ))
      ) : found.length === 0 ? (
        <p className={classes.findNone}>{t('settings.findNone')}</p>
      ) : (
        found.map((entry) => (
          <Button
            kind="plain"
            key={`${entry.page} ${entry.label}`}
            className={classes.entry}
            onClick={() => choose(entry)}
          >
            {entry.label ?? entry.pageName}
            {entry.label === null ? null : <span className={classes.foundPage}>{entry.pageName}</span>}
          </Button>
        ))
      )}
    </nav>
  )
}

function ListEntry({ entry }: { entry: SettingsEntry }) {
  const { t } = useTranslation()
  const pages: readonly SettingsPage[] = entry.pages
  const isOpen = useNavigation((state) => pages.includes(state.settingsPage))
  const news = useUpdates(updateNews)
  const hasNews = pages.includes('updates') && news !== null
  return (
    <Button
      kind="plain"
      className={classes.entry}
      aria-current={isOpen ? 'page' : undefined}
      {...(hasNews ? { title: t(`updates.news.${news}`) } : {})}
      onClick={() => showSettings(entry.pages[0])}
    >
      {t(entry.words)}
      {hasNews ? <span className={classes.dot} aria-hidden="true" /> : null}
    </Button>
  )
}

/** Rows that are not in the table of settings, by the locale keys of their labels and hints. */
const otherRows = [
  { page: 'chat', label: 'titles.label', hint: 'titles.hint' },
  { page: 'chat', label: 'parameters.temperature', hint: 'parameters.temperatureHint' },
  { page: 'chat', label: 'parameters.topP', hint: 'parameters.topPHint' },
  { page: 'chat', label: 'parameters.maxTokens', hint: null },
  { page: 'chat', label: 'parameters.contextMessages', hint: 'parameters.contextHint' },
  { page: 'chat', label: 'parameters.effort', hint: 'parameters.effortHint' },
  { page: 'tools', label: 'web.title', hint: 'web.hint' },
  { page: 'network', label: 'network.mode', hint: null },
  { page: 'network', label: 'network.password', hint: 'network.optional' },
] as const

/** Returns every page, and every labelled setting on a page. */
function useRows(): readonly SettingEntry[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      ...settingsPages.map((page) => ({ page, pageName: t(`settings.${page}`), label: null, hint: null })),
      ...otherRows.map(({ hint, label, page }) => ({
        ...{ page, pageName: t(`settings.${page}`), label: t(label) },
        hint: hint === null ? null : t(hint),
      })),
      ...Object.values(settingsTable).flatMap(({ hint, label, page }) =>
        page === null || label === null
          ? []
          : [{ page, pageName: t(`settings.${page}`), label: t(label), hint: hint === null ? null : t(hint) }],
      ),
    ],
    [t],
  )
}
