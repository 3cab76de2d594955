export * from './state/chat-store.ts'
