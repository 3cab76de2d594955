import { LibraryBig } from 'lucide-react'
import type { Command, Feature } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { libraryPages, showLibrary } from '../../platform/navigation.ts'

export const library: Feature = {
  id: 'library',
  icon: LibraryBig,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./LibraryPanel.tsx')).LibraryPanel),
  useCommands: useLibraryCommands,
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
