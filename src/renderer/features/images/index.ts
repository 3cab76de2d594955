import i18next from 'i18next'
import { Image } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { showPanel } from '../../platform/navigation.ts'
import { useImagesBadge, useImagesCommands } from './images-commands.ts'
import { startImages } from './images-events.ts'
import { takeMedia } from './source-actions.ts'
import { focusPrompt, openImage } from './studio-actions.ts'
import { studio } from './studio-store.ts'

declare module '../../platform/navigation.ts' {
  interface Panels {
    readonly images: true
  }
}

export const images: Feature = {
  id: 'images',
  icon: Image,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./ImagesPanel.tsx')).ImagesPanel),
  start: startImages,
  useCommands: useImagesCommands,
  useBadge: useImagesBadge,
  enter: () => {
    const { formShown, view } = studio()
    if (formShown && view.kind === 'grid') focusPrompt()
  },
  items: {
    kind: 'image',
    open: ({ key }) => {
      showPanel('images')
      openImage(key.id)
    },
  },
  takesPictures: {
    label: () => i18next.t('images.sendHere'),
    accepts: ({ mime }) => mime.startsWith('image/'),
    take: ({ media, imageId }) => {
      showPanel('images')
      focusPrompt()
      void takeMedia(media, imageId)
    },
  },
}
