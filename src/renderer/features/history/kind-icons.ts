import { Image, type LucideIcon, MessageCircle, Mic, Video } from 'lucide-react'
import type { HistoryKind } from '../../../shared/history-limits.ts'

/** The icons of the panels that things are made in. */
export const kindIcons: Readonly<Record<HistoryKind, LucideIcon>> = {
  chat: MessageCircle,
  image: Image,
  transcript: Mic,
  video: Video,
}
