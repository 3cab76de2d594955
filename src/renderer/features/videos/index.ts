import { Video } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { showJob } from './panel-actions.ts'
import { findVideos, useVideosBadge, useVideosCommands } from './videos-commands.ts'
import { startVideos } from './videos-events.ts'

declare module '../../platform/navigation.ts' {
  interface Panels {
    readonly videos: true
  }
}

export const videos: Feature = {
  id: 'videos',
  icon: Video,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./VideosPanel.tsx')).VideosPanel),
  start: startVideos,
  useCommands: useVideosCommands,
  find: findVideos,
  useBadge: useVideosBadge,
  items: { kind: 'video', open: ({ key }) => showJob(key.id) },
}
