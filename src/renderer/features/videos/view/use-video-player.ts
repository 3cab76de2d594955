import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { type PlayerState, VideoPlayer } from './video-player.ts'

/** The player of an element, made anew for each video; null until the element is there. */
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

/** A part of a player's state; who selects a part that does not change is not drawn anew. */
export function usePlayerState<T>(player: VideoPlayer, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(player.subscribe, () => select(player.state()))
}
