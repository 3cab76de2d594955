import i18next from 'i18next'
import { Archive, CalendarDays, History, Search, Trash2 } from 'lucide-react'
import { everything, readQuery } from '../../../shared/history-query.ts'
import { fromFirstHit } from '../../components/words/marked-text.ts'
import { call } from '../../platform/bridge/client.ts'
import { type Command, openItem } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lineText } from '../../platform/line-text.ts'
import { showPanel } from '../../platform/navigation.ts'
import { useShortcutKeys } from '../../platform/shortcuts.ts'
import { showDayJump } from './bar/day-jump-store.ts'
import { titleOf } from './item-actions.ts'
import { kindIcons } from './kind-icons.ts'
import { setFilter } from './list-actions.ts'
import { stopsOf } from './search.ts'
import { clearSearch, searchHistory } from './search-actions.ts'

/** Returns the history's commands for the palette. */
export function useHistoryCommands(): readonly Command[] {
  const { t } = useTranslation()
  const keys = useShortcutKeys()
  const action = (id: string, label: string, icon: Command['icon'], shortcut: string | null, run: () => void) =>
    ({ id: `history.${id}`, group: 'actions', label, hint: '', icon, shortcut, run }) as const
  const show = (place: 'here' | 'archive' | 'bin') => () => {
    showPanel('history')
    clearSearch()
    setFilter({ ...everything, place })
  }
  return [
    action('search', t('history.commands.search'), Search, keys('searchHistory'), () => searchHistory(null)),
    action('goToDay', t('history.commands.goToDay'), CalendarDays, null, () => {
      show('here')()
      // once the panel is shown
      requestAnimationFrame(() => showDayJump(true))
    }),
    action('archive', t('history.commands.archive'), Archive, null, show('archive')),
    action('bin', t('history.commands.bin'), Trash2, null, show('bin')),
  ]
}

/** Maximum number of hits in the palette. */
const hitsInPalette = 5

/** Resolves to commands for the search itself and for its first hits. */
export async function findHistory(query: string): Promise<readonly Command[]> {
  const answer = await call('history.search', { text: query, filter: everything, limit: hitsInPalette, next: null })
  const stops = answer.ok ? stopsOf(answer.value.items).filter(({ head }) => head) : []
  const { words } = readQuery(query)
  return [
    {
      id: 'history.searchFor',
      group: 'history',
      label: i18next.t('history.commands.searchFor', { text: query }),
      hint: '',
      icon: History,
      shortcut: null,
      run: () => searchHistory(query),
    },
    ...stops.map(
      ({ key, found: { item }, hit }): Command => ({
        id: `history.${key}`,
        group: 'history',
        label: titleOf(item),
        hint: lineText(fromFirstHit(hit?.text ?? item.preview, words), 80),
        icon: kindIcons[item.key.kind],
        shortcut: null,
        run: () => openItem({ key: item.key, partId: hit?.partId ?? null, search: { text: query, words } }),
      }),
    ),
  ]
}
