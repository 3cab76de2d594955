import { LibraryBig } from 'lucide-react'
import type { Command } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { libraryPages, showLibrary } from '../../platform/navigation.ts'

/** Returns the library's commands for the palette: one for each of its pages. */
export function useLibraryCommands(): readonly Command[] {
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
