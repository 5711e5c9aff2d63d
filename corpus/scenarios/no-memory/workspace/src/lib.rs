//! Turns titles into slugs for web addresses.

/// Lower-case letters and digits, with one dash between words.
pub fn slug(title: &str) -> String {
    let mut out = String::with_capacity(title.len());
    for c in title.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    if out.ends_with('-') {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn joins_words_with_one_dash() {
        assert_eq!(slug("Hello,  World!"), "hello-world");
    }

    #[test]
    fn drops_leading_and_trailing_signs() {
        assert_eq!(slug("--A b--"), "a-b");
    }
}
