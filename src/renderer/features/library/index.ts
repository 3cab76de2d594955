import { LibraryBig } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useLibraryCommands } from './library-commands.ts'

export const library: Feature = {
  id: 'library',
  icon: LibraryBig,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./LibraryPanel.tsx')).LibraryPanel),
  useCommands: useLibraryCommands,
}
