using System;
using System.Collections.Generic;

namespace Voltline
{
    /// <summary>What the user has earned. The receipt is a JWS (ES256) for your own server, or null.</summary>
    public sealed class Reward
    {
        public string Name;
        public long Count;
        public string Receipt;
    }

    /// <summary>An ad to be shown once, within ExpiresInSeconds.</summary>
    public sealed class Ad
    {
        public string Token;
        public long AdId;
        /// <summary>BANNER, INTERSTITIAL or VIDEO.</summary>
        public string Product;
        public string Name;
        /// <summary>URLs of the images, or of the video and its poster.</summary>
        public List<string> Materials = new List<string>();
        /// <summary>Open this on a tap; the server records the click and redirects.</summary>
        public string ClickUrl;
        /// <summary>The reward for watching to the end, or null.</summary>
        public Reward Reward;
        public long ExpiresInSeconds;
        /// <summary>A sample ad that is not charged.</summary>
        public bool IsTest;
    }

    /// <summary>The result of a call: a value, or the code of the refusal.</summary>
    public sealed class Answer<T>
    {
        /// <summary>SUCCESS or ADSERVER_TEST on success, otherwise a code such as AD_NOTFOUND; NETWORK without a response.</summary>
        public readonly string Code;
        public readonly T Value;

        public Answer(string code, T value)
        {
            Code = code;
            Value = value;
        }

        public bool IsGood
        {
            get { return Code == "SUCCESS" || Code == "ADSERVER_TEST"; }
        }
    }
}
