use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the current day in UTC, such as `2027-06-01`.
#[must_use]
pub fn current_day() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day_of(seconds / 86_400)
}

/// Converts a number of days since 1970-01-01 to a day such as `2027-06-01`.
fn day_of(days: u64) -> String {
    let leap = |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::day_of;

    #[test]
    fn days_by_the_calendar() {
        let known = [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_777, "2026-11-20"),
        ];
        for (days, text) in known {
            assert_eq!(day_of(days), text);
        }
    }
}
