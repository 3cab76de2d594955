import { History } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { findHistory, useHistoryCommands } from './history-commands.ts'
import { startHistory } from './history-events.ts'
import { searchHistory } from './search-actions.ts'

declare module '../../platform/navigation.ts' {
  interface Panels {
    readonly history: true
  }
}

export const history: Feature = {
  id: 'history',
  icon: History,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./HistoryPanel.tsx')).HistoryPanel),
  start: startHistory,
  useCommands: useHistoryCommands,
  find: findHistory,
  search: searchHistory,
}
