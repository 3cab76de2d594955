import { LocateFixed } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { focusSegment, mergeNext, removeSegments, toggleMarked } from '../edit/segment-actions.ts'
import { speakersOf } from '../edit/segment-edits.ts'
import { usePlay } from '../play/player.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import classes from './SegmentList.module.css'
import { SegmentRow } from './SegmentRow.tsx'

const scrollKeys: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'])

const hourMs = 3_600_000
/** Width of the word for an unnamed speaker, in digits. */
const noNameWidth = 8

/** Returns the width of the longest name in digits; a CJK character is about two wide. */
function nameWidth(names: readonly string[]): number {
  const widths = names.map((name) => [...name].reduce((width, letter) => width + (letter < '\u2e80' ? 1 : 2), 0))
  return widths.reduce((widest, width) => Math.max(widest, width), noNameWidth)
}

/** The text, one row per segment; only visible rows are mounted. Follows playback until the user scrolls. */
export function SegmentList({ segments }: { segments: readonly TranscriptSegment[] }) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const editingId = useTranscription((state) => state.editing?.segmentId ?? null)
  const wanted = useTranscription((state) => state.wanted)
  const following = usePlay((state) => state.following)
  const playing = usePlay((state) => state.playing)
  const heardId = usePlay((state) => state.place?.segmentId ?? null)
  // the row in the tab order; arrow keys change it
  const [reached, setReached] = useState<string | null>(null)
  const places = useMemo(() => new Map(segments.map((segment, index) => [segment.id, index])), [segments])
  const reachedId = reached !== null && places.has(reached) ? reached : (segments[0]?.id ?? null)
  const reachedAt = reachedId === null ? undefined : places.get(reachedId)
  const editingAt = editingId === null ? undefined : places.get(editingId)
  const kept = [reachedAt, editingAt].filter((at) => at !== undefined)
  const speakers = useMemo(() => speakersOf(segments), [segments])
  const hours = useMemo(() => segments.some((segment) => (segment.from ?? 0) >= hourMs), [segments])
  const timed = useMemo(() => segments.some((segment) => segment.from !== null), [segments])

  const follow = useCallback((at: number | undefined) => {
    const list = virtual.current
    if (at === undefined || list === null || list.viewportSize === 0) return
    const top = list.getItemOffset(at) - list.scrollOffset
    const inView = top >= 0 && top + list.getItemSize(at) <= list.viewportSize * 0.8
    // a third from the top, so that later segments are visible too
    if (!inView) list.scrollToIndex(at, { align: 'start', offset: -Math.round(list.viewportSize / 3) })
  }, [])

  useEffect(() => {
    if (following && heardId !== null) follow(places.get(heardId))
  }, [following, heardId, places, follow])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is requested, not whenever the text changes
  useEffect(() => {
    const at = wanted === null ? undefined : places.get(wanted.segmentId)
    if (at !== undefined) virtual.current?.scrollToIndex(at, { align: 'nearest' })
  }, [wanted])

  const goTo = (at: number) => {
    const segment = segments[Math.min(Math.max(at, 0), segments.length - 1)]
    if (segment === undefined) return
    setReached(segment.id)
    virtual.current?.scrollToIndex(places.get(segment.id) ?? 0, { align: 'nearest' })
    focusSegment(segment.id)
  }

  const keys = (event: React.KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.dataset.segment === undefined || reachedAt === undefined) return
    const { id } = segments[reachedAt] ?? {}
    const jump = { ArrowDown: reachedAt + 1, ArrowUp: reachedAt - 1, Home: 0, End: segments.length - 1 }[event.key]
    const withMod = event.ctrlKey || event.metaKey
    if (event.altKey || id === undefined) return
    if (jump !== undefined && !withMod) {
      if (event.shiftKey && event.key.startsWith('Arrow')) {
        if (!transcription().marked.has(id)) toggleMarked(id, false)
        const next = segments[jump]
        if (next !== undefined) toggleMarked(next.id, true)
      }
      goTo(jump)
    } else if (event.key.toLowerCase() === 'x' && !withMod) toggleMarked(id, event.shiftKey)
    else if (event.key === 'Delete') removeSegments(marksOr(id))
    else if (withMod && event.shiftKey && event.key.toLowerCase() === 'm') mergeNext(id)
    else return
    event.preventDefault()
  }

  const letGo = () => usePlay.setState(({ playing: on, following: was }) => (on && was ? { following: false } : {}))

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only detects scrolling */}
      <div
        ref={scroller}
        className={classes.scroller}
        data-speakers={speakers.length > 0 || undefined}
        data-hours={hours || undefined}
        style={{ '--speaker-width': nameWidth(speakers) }}
        data-timed={timed || undefined}
        onWheel={letGo}
        onTouchMove={letGo}
        onPointerDown={(event) => event.target === event.currentTarget && letGo()}
        onKeyDown={(event) => scrollKeys.has(event.key) && letGo()}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers between list and items, which <ul> does not allow */}
        <div role="list" aria-label={t('transcription.segments')} onKeyDown={keys}>
          <Virtualizer
            ref={virtual}
            scrollRef={scroller}
            data={segments}
            keepMounted={kept}
            bufferSize={500}
            itemSize={38}
            startMargin={8}
          >
            {(segment, index) => (
              <Boundary key={segment.id} place="row" shown={segment} source={() => segment.text}>
                <SegmentRow
                  segment={segment}
                  index={index}
                  total={segments.length}
                  focusable={segment.id === reachedId}
                  onReach={setReached}
                  last={index === segments.length - 1}
                />
              </Boundary>
            )}
          </Virtualizer>
        </div>
      </div>
      {playing && !following && heardId !== null ? (
        <Button kind="plain" className={classes.jump} onClick={() => usePlay.setState({ following: true })}>
          <LocateFixed size={15} aria-hidden="true" />
          {t('transcription.follow')}
        </Button>
      ) : null}
    </div>
  )
}

/** Returns the selected segments if this one is among them, else only this one. */
function marksOr(id: string): ReadonlySet<string> {
  const { marked } = transcription()
  return marked.has(id) ? marked : new Set([id])
}
