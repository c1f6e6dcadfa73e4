export { escapeHtml } from '@kinbridge/contract/shared/escape-html';
