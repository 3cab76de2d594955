import { useEffect, useRef } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Player.module.css'
import { attachPlayer, togglePlay, usePlay } from './player.ts'

interface RecordingProps {
  readonly source: MediaItem
  /** Length in ms, if it was analysed. */
  readonly duration: number | null
}

/** The media element. It has no controls of its own; a video shows its picture. */
export function Recording({ source, duration }: RecordingProps) {
  const { t } = useTranslation()
  const base = useApp((state) => state.info.mediaBase)
  const pictures = usePlay((state) => state.pictures)
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const length = useRef(duration)
  // a recording analysed while it is open must not restart
  length.current = duration
  useEffect(() => (media.current === null ? undefined : attachPlayer(media.current, length.current)), [])
  useEffect(() => {
    if (duration !== null) usePlay.setState({ duration })
  }, [duration])
  const shared = { ref: media, src: `${base}${source.id}`, preload: 'metadata' } as const
  if (!source.mime.startsWith('video/')) {
    return <audio {...shared} />
  }
  return (
    <video
      {...shared}
      className={classes.video}
      data-pictures={pictures || undefined}
      aria-label={t('transcription.video')}
      playsInline
      onClick={togglePlay}
    />
  )
}
