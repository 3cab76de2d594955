import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { VideoPlayer } from './video-player.ts'

/** Returns the player of an element, created for each video; null until the element is mounted. */
export function useVideoPlayer(
  element: RefObject<HTMLVideoElement | null>,
  mediaId: string,
  duration: number,
): VideoPlayer | null {
  const [player, setPlayer] = useState<VideoPlayer | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video is another element
  useEffect(() => {
    if (element.current === null) return undefined
    const made = new VideoPlayer(element.current, duration)
    setPlayer(made)
    return () => {
      made.close()
      setPlayer(null)
    }
  }, [element, mediaId])
  return player
}

/** A player of any kind, as components see it. */
interface Observed<S> {
  readonly state: () => S
  readonly subscribe: (listener: () => void) => () => void
}

/** Subscribes to part of a player's state; renders only when that part changes. */
export function usePlayerState<S, T>(player: Observed<S>, select: (state: S) => T): T {
  return useSyncExternalStore(player.subscribe, () => select(player.state()))
}
