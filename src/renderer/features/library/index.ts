import { LibraryBig } from 'lucide-react'
import type { RunStatus } from '../../../shared/recipe.ts'
import { type Badge, type Command, type Feature, jobBadge } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { libraryPages, showLibrary } from '../../platform/navigation.ts'
import { followRecipes, useRecipes } from '../../platform/recipes-store.ts'

/** Statuses of runs that wait for a press. The user stopped the others. */
const waitingStatuses: ReadonlySet<RunStatus> = new Set<RunStatus>(['attention', 'budget', 'price'])

export const library: Feature = {
  id: 'library',
  icon: LibraryBig,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./LibraryPanel.tsx')).LibraryPanel),
  start: () => void followRecipes(),
  useCommands: useLibraryCommands,
  useBadge: useRecipesBadge,
}

/** Returns the library's commands for the palette: one for each of its pages. */
function useLibraryCommands(): readonly Command[] {
  const { t } = useTranslation()
  return libraryPages.map((page) => ({
    id: `library.${page}`,
    group: 'actions',
    label: t('palette.library', { name: t(`library.${page}`) }),
    hint: '',
    icon: LibraryBig,
    shortcut: null,
    run: () => showLibrary(page),
  }))
}

/** Returns the badge for the rail: the number of runs that wait for the user. */
function useRecipesBadge(): Badge | null {
  const { t } = useTranslation()
  const waiting = useRecipes((state) => state.runs.filter(({ status }) => waitingStatuses.has(status)).length)
  const badge = jobBadge(t, waiting, null)
  return badge && { ...badge, words: t('recipes.attention', { count: waiting }) }
}
