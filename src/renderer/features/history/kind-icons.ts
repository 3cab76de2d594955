import { Image, type LucideIcon, MessageCircle, Mic, Video } from 'lucide-react'
import type { HistoryKind } from '../../../shared/history-limits.ts'

/** Icons of the kinds, equal to those of their panels. */
export const kindIcons: Readonly<Record<HistoryKind, LucideIcon>> = {
  chat: MessageCircle,
  image: Image,
  transcript: Mic,
  video: Video,
}
