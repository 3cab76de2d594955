import { Maximize, SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { pressedIn } from '../../../platform/shortcuts.ts'
import stage from '../view/Player.module.css'
import { Clock, Control, MuteButton, PlayButton, SeekBar } from '../view/PlayerControls.tsx'
import { usePlayerState } from '../view/use-video-player.ts'
import { isPlain, useKeys } from '../view/use-view-keys.ts'
import { FilmPlayer } from './film-player.ts'
import type { Clip } from './film-time.ts'
import classes from './Storyboard.module.css'

interface FilmStageProps {
  readonly clips: readonly Clip[]
  /** The player of these clips; null before the elements are mounted. */
  readonly player: FilmPlayer | null
  readonly onPlayer: (player: FilmPlayer | null) => void
}

/** The videos of a storyboard as one film, with its controls. */
export function FilmStage({ clips, player, onPlayer }: FilmStageProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLVideoElement>(null)
  const second = useRef<HTMLVideoElement>(null)
  // the shown clip stays shown when the order changes
  const shownId = useRef<string | null>(null)
  const content = clips.map(({ id, url }) => `${id} ${url}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other clips make another player
  useEffect(() => {
    if (first.current === null || second.current === null) return undefined
    const at = clips.findIndex(({ id }) => id === shownId.current)
    const made = new FilmPlayer([first.current, second.current], clips, at)
    const forget = made.subscribe(() => {
      shownId.current = clips[made.state().index]?.id ?? null
    })
    onPlayer(made)
    return () => {
      forget()
      made.close()
      onPlayer(null)
    }
  }, [content])
  const fullScreen = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen()
    else void box.current?.requestFullscreen().catch(() => undefined)
  }
  return (
    <div ref={box} className={stage.stage}>
      <div className={`${stage.picture} ${classes.screen}`}>
        {[first, second].map((element, side) => (
          // biome-ignore lint/a11y/useMediaCaption: a generated video has no words to caption
          <video
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always two
            key={side}
            ref={element}
            crossOrigin="anonymous"
            preload="auto"
            playsInline
            aria-label={t('storyboards.film')}
            onClick={() => player?.toggle()}
          />
        ))}
      </div>
      {player === null ? null : <Controls player={player} count={clips.length} onFullScreen={fullScreen} />}
    </div>
  )
}

interface ControlsProps {
  readonly player: FilmPlayer
  readonly count: number
  readonly onFullScreen: () => void
}

function Controls({ player, count, onFullScreen }: ControlsProps) {
  const { t } = useTranslation()
  const index = usePlayerState(player, (state) => state.index)
  useFilmKeys(player, onFullScreen)
  return (
    <fieldset className={stage.controls} aria-label={t('videos.controls')}>
      <SeekBar player={player} />
      <div className={stage.buttons}>
        <div className={stage.group}>
          <PlayButton player={player} />
          <IconButton
            icon={SkipBack}
            iconSize={16}
            words={t('videos.previous')}
            disabled={index === 0}
            onClick={() => player.step(-1)}
          />
          <IconButton
            icon={SkipForward}
            iconSize={16}
            words={t('videos.next')}
            disabled={index >= count - 1}
            onClick={() => player.step(1)}
          />
          <Clock player={player} />
        </div>
        <div className={stage.group}>
          <span className={stage.clock}>{t('videos.place', { index: index + 1, total: count })}</span>
          <MuteButton player={player} />
          <Control words={t('videos.fullScreen')} shortcut="videoFullScreen" onPress={onFullScreen}>
            <Maximize size={16} strokeWidth={1.75} />
          </Control>
        </div>
      </div>
    </fieldset>
  )
}

/** Handles the player's shortcuts that a film has, and arrows to seek. */
function useFilmKeys(player: FilmPlayer, onFullScreen: () => void): void {
  useKeys((event) => {
    // Space presses a focused button
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return null
    switch (pressedIn(event, 'player')) {
      case 'playVideo':
        return () => player.toggle()
      case 'mute':
        return () => player.toggleMuted()
      case 'videoFullScreen':
        return onFullScreen
      default:
    }
    if (!isPlain(event)) return null
    const seconds = event.shiftKey ? 5 : 1
    switch (event.key) {
      case 'ArrowLeft':
        return () => player.skip(-seconds)
      case 'ArrowRight':
        return () => player.skip(seconds)
      default:
        return null
    }
  })
}
