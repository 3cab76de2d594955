import { type RefObject, useRef } from 'react'
import type { VideoFile, VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { mediaUrl, useDragOut } from '../../../components/pictures/hand-out.ts'
import { useMediaPresent } from '../../../components/pictures/use-media-present.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { saveVideo, videoFileName } from '../file-actions.ts'
import { FrameMenu } from './FrameMenu.tsx'
import classes from './Player.module.css'
import { PlayerControls } from './PlayerControls.tsx'
import { UseFor } from './UseFor.tsx'
import { usePlayerState, useVideoPlayer } from './use-video-player.ts'
import { usePlayerKeys } from './use-view-keys.ts'
import type { VideoPlayer } from './video-player.ts'

/** The video with its controls. */
export function Stage({ job, file }: { job: VideoJob; file: VideoFile }) {
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const player = useVideoPlayer(video, file.media.id, (file.duration ?? 0) / 1000)
  const drag = useDragOut(file.media, () => videoFileName(job.id))
  const fullScreen = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    else void stage.current?.requestFullscreen().catch(() => undefined)
  }
  return (
    <>
      <div ref={stage} className={classes.stage}>
        <div className={classes.picture}>
          {/* biome-ignore lint/a11y/useMediaCaption: a generated video has no words to caption */}
          <video
            key={file.media.id}
            ref={video}
            src={mediaUrl(file.media.id)}
            poster={file.poster === null ? undefined : mediaUrl(file.poster.id)}
            crossOrigin="anonymous"
            preload="auto"
            playsInline
            draggable={drag.draggable}
            aria-label={promptTitle(job.request.prompt, 120)}
            title={t('videos.dragOut')}
            onClick={() => player?.toggle()}
            onPointerDown={drag.onPointerDown}
            onDragStart={drag.onDragStart}
          />
        </div>
        {player === null ? null : (
          <Under player={player} job={job} mediaId={file.media.id} onFullScreen={fullScreen} stage={stage} />
        )}
      </div>
      {player === null ? null : <UseFor job={job} file={file} player={player} />}
    </>
  )
}

/** Why it does not play: its file is missing, or its format is not supported. */
function Unplayable({ jobId, mediaId }: { jobId: string; mediaId: string }) {
  const { t } = useTranslation()
  const present = useMediaPresent(mediaId)
  return (
    <div className={classes.waiting} role="status">
      {present === null ? null : (
        <div className={classes.failed}>
          {t(present ? 'videos.cannotPlay' : 'videos.fileLost')}
          {present ? <Button onClick={() => void saveVideo(jobId)}>{t('videos.saveAs')}</Button> : null}
        </div>
      )}
    </div>
  )
}

interface UnderProps {
  readonly player: VideoPlayer
  readonly job: VideoJob
  readonly mediaId: string
  readonly onFullScreen: () => void
  readonly stage: RefObject<HTMLDivElement | null>
}

function Under({ player, job, mediaId, onFullScreen }: UnderProps) {
  const failed = usePlayerState(player, (state) => state.failed)
  usePlayerKeys(player, onFullScreen)
  if (failed) return <Unplayable jobId={job.id} mediaId={mediaId} />
  return (
    <PlayerControls player={player} onFullScreen={onFullScreen}>
      <FrameMenu player={player} job={job} />
    </PlayerControls>
  )
}
