import i18next from 'i18next'
import { Video } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { showPanel } from '../../platform/navigation.ts'
import { focusPrompt, showJob } from './panel-actions.ts'
import { takesFirstPicture } from './target.ts'
import { findVideos, useVideosBadge, useVideosCommands } from './videos-commands.ts'
import { startVideos } from './videos-events.ts'
import { useVideos } from './videos-store.ts'

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
  enter: () => {
    const { formShown, view } = useVideos.getState()
    if (formShown && view.kind === 'list') focusPrompt()
  },
  takesPictures: {
    label: () => i18next.t('videos.firstPictureSend'),
    accepts: ({ mime }) => mime.startsWith('image/') && takesFirstPicture(),
    take: ({ media }) => {
      showPanel('videos')
      void import('./first-picture.ts').then(({ takePicture }) => takePicture(media))
    },
  },
  items: { kind: 'video', open: ({ key }) => showJob(key.id) },
}
