//! Text of PDF files.

/// Returns whether the bytes are those of a PDF: its mark may stand after other bytes.
pub(crate) fn is_pdf(bytes: &[u8]) -> bool {
    bytes.get(..bytes.len().min(1024)).is_some_and(|head| head.windows(5).any(|window| window == b"%PDF-"))
}

/// Returns the text of a PDF.
pub(crate) fn text(_bytes: &[u8]) -> Result<String, String> {
    Err("one that no reader is for yet".to_owned())
}
